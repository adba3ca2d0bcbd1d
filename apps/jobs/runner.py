"""Runs one job under a lease: claim, heartbeat, work, finish."""

import logging
import time
import uuid
from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.access.errors import DomainError, UnavailableError
from apps.jobs.heartbeat import Heartbeat
from apps.jobs.lease import lease_time
from apps.jobs.models import Job, JobQuerySet, JobStatus
from apps.jobs.queue import deliver
from apps.jobs.run import JobRun, LeaseLostError, StopAskedError, Yielded
from apps.jobs.stopping import is_stopping
from apps.text.errors import TextError

if TYPE_CHECKING:
    from collections.abc import Mapping

logger = logging.getLogger(__name__)
# How long one queue entry may keep a worker from looking at the queue again.
TURN_SECONDS = 600.0
Handler = Callable[[JobRun], "Mapping[str, object] | Yielded"]


def work(job_id: str) -> None:
    """Queue entry point: run a job, then whatever else is due.

    A queue entry is only a nudge. Entries get lost with a killed worker; as each nudge leads to
    all the work there is, no job has to wait for its own.
    """
    run_job(job_id)
    deadline = time.monotonic() + TURN_SECONDS
    while time.monotonic() < deadline and (run := claim_next()) is not None:
        carry_out(run)


def run_job(job_id: str) -> None:
    """Run one job. Does nothing when it is already taken or over.

    People wait for an upload, nobody for a batch of vectors: before background work, urgent jobs
    that are due are run, whichever job this queue entry names.
    """
    named = Job.objects.filter(pk=job_id).first()
    while named is not None and not named.is_urgent and (urgent := claim_urgent()) is not None:
        carry_out(urgent)
    run = claim_job(uuid.UUID(job_id))
    if run is not None:
        carry_out(run)


def claim_urgent() -> JobRun | None:
    """Take the oldest urgent job that is due, if there is one."""
    return claim_first(Job.objects.due().urgent().order_by("created_at", "pk"))


def claim_next() -> JobRun | None:
    """Take the next job that is due: urgent ones first, then whoever has waited longest."""
    return claim_urgent() or claim_first(Job.objects.due().order_by("not_before", "pk"))


def claim_first(jobs: JobQuerySet) -> JobRun | None:
    """Take the first of these jobs that no other worker takes."""
    for pk in jobs.values_list("pk", flat=True):
        if (run := claim_job(pk)) is not None:
            return run
    return None


def carry_out(run: JobRun) -> None:
    """Do the work of a claimed job and record how it ended."""
    with Heartbeat(run):
        try:
            handler: Handler = import_string(settings.PRESSMARK_JOB_HANDLERS[run.kind])
            outcome = handler(run)
        except LeaseLostError:
            logger.warning("job %s: lease lost, another worker has it", run.id)
        except StopAskedError:
            finish(run, Yielded())
        except UnavailableError as error:
            retry_or_give_up(run, code=error.code, message=error.message)
        except (DomainError, TextError) as error:
            finish_with_error(run, code=error.code, message=error.message)
        except Exception as error:
            logger.exception("job %s (%s) failed", run.id, run.kind)
            retry_or_give_up(run, message=f"{type(error).__name__}: {error}"[:2000])
        else:
            finish(run, outcome)


def claim_job(job_id: uuid.UUID) -> JobRun | None:
    """Take a queued job under a fresh lease; the attempt is counted before any work is done.

    Nobody gets a job while the cluster is stopping.
    """
    if is_stopping():
        return None
    worker = uuid.uuid4().hex
    now = timezone.now()
    claimed = Job.objects.filter(
        pk=job_id,
        status=JobStatus.QUEUED,
        not_before__lte=now,
    ).update(
        status=JobStatus.RUNNING,
        attempts=F("attempts") + 1,
        leased_by=worker,
        lease_expires_at=now + lease_time(),
        started_at=now,
        processed_before=F("processed"),
        again=False,
    )
    if not claimed:
        return None
    if connection.in_atomic_block:
        logger.debug("job %s claimed inside a transaction", job_id)
    return JobRun(Job.objects.get(pk=job_id), worker)


@transaction.atomic
def finish(run: JobRun, outcome: "Mapping[str, object] | Yielded") -> None:
    """Record success, or queue the job again when it yielded or more work arrived meanwhile."""
    job = run.lock()
    if job is None:
        return
    if isinstance(outcome, Yielded) or job.again:
        requeue(job, attempts=0)
        return
    job.status = JobStatus.SUCCESS
    job.result = dict(outcome)
    job.finished_at = timezone.now()
    job.lease_expires_at = None
    job.current_item = job.error_message = ""
    job.save()


@transaction.atomic
def finish_with_error(run: JobRun, *, code: str, message: str) -> None:
    """Record that the input was rejected; only work asked for meanwhile makes it run again."""
    job = run.lock()
    if job is None:
        return
    if job.again:
        requeue(job, attempts=0)
        return
    fail(job, code=code, message=message)


@transaction.atomic
def retry_or_give_up(run: JobRun, *, message: str, code: str = "FAILED") -> None:
    """Queue a failed job again with a growing pause, until its attempts are used up."""
    job = run.lock()
    if job is None:
        return
    if job.again:
        requeue(job, attempts=0)
        return
    if job.attempts >= settings.PRESSMARK.jobs.max_attempts:
        fail(job, code=code, message=message)
        return
    job.error_message = message
    requeue(job, attempts=job.attempts, pause=timedelta(seconds=2**job.attempts))


def fail(job: Job, *, code: str, message: str) -> None:
    """End a job with a reason; the row must be locked."""
    job.status = JobStatus.ERROR
    job.error_code, job.error_message = code, message
    job.finished_at = timezone.now()
    job.lease_expires_at = None
    job.save()


def requeue(job: Job, *, attempts: int, pause: timedelta = timedelta()) -> None:
    """Put a locked job back in the queue; with a pause, the sweep delivers it when it is due."""
    job.status = JobStatus.QUEUED
    job.attempts = attempts
    job.again = False
    job.lease_expires_at = None
    job.not_before = timezone.now() + pause
    job.enqueued_at = None
    job.deliveries = 0
    job.save()
    if not pause:
        deliver(job)
