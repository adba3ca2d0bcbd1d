"""The sweep: jobs whose worker died and jobs whose queue entry was lost come back.

Every queue worker runs it in a thread; it is not itself a queued job, so it cannot get stuck
behind the jobs it is there to free.
"""

import logging
import threading
import time
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db import DatabaseError, connection, transaction
from django.db.models import DurationField, ExpressionWrapper, F, Func, Q, Value
from django.utils import timezone

from apps.jobs.lease import lease_time
from apps.jobs.models import Job, JobStatus
from apps.jobs.queue import deliver
from apps.jobs.runner import fail, requeue

logger = logging.getLogger(__name__)
SWEEP_SECONDS = 2.0
BATCH = 100


@dataclass(frozen=True, slots=True)
class SweepReport:
    """How many jobs were taken from dead workers, given up, and delivered again."""

    reclaimed: int
    given_up: int
    redelivered: int

    def as_dict(self) -> dict[str, int]:
        """For JSON."""
        return asdict(self)


def sweep_jobs() -> SweepReport:
    """Free expired leases and deliver lost queue entries again. Safe to run anywhere, any time."""
    reclaimed, given_up = reclaim_expired()
    return SweepReport(reclaimed, given_up, redeliver_lost())


@transaction.atomic
def reclaim_expired() -> tuple[int, int]:
    """Queue jobs with an expired lease again, or end them when their attempts are used up."""
    reclaimed = given_up = 0
    for job in Job.objects.expired().select_for_update(skip_locked=True)[:BATCH]:
        if job.attempts >= settings.PRESSMARK.jobs.max_attempts:
            fail(job, code="WORKER_LOST", message="The worker died each time this job ran.")
            given_up += 1
        else:
            requeue(job, attempts=job.attempts)
            reclaimed += 1
    return reclaimed, given_up


@transaction.atomic
def redeliver_lost() -> int:
    """Deliver due jobs that have no queue entry, or whose entry has been silent for too long.

    The patience doubles with each delivery, so a long queue is not flooded; a job delivered twice
    runs once, because claiming it is atomic.
    """
    now = timezone.now()
    patience = ExpressionWrapper(
        Value(lease_time())
        * Func(Value(2.0), Func(F("deliveries"), Value(12), function="LEAST"), function="POWER"),
        output_field=DurationField(),
    )
    due = Job.objects.filter(status=JobStatus.QUEUED, not_before__lte=now).annotate(
        patience=patience
    )
    lost = due.filter(Q(enqueued_at=None) | Q(enqueued_at__lt=now - F("patience")))
    jobs = list(lost.select_for_update(skip_locked=True)[:BATCH])
    for job in jobs:
        deliver(job)
    return len(jobs)


def start_sweeper(**_signal: Any) -> None:
    """Begin sweeping in this worker process."""
    threading.Thread(target=sweep_forever, name="job-sweeper", daemon=True).start()


def sweep_forever() -> None:
    """Sweep until the process ends; a database that is away for a while is waited for."""
    while True:
        try:
            report = sweep_jobs()
            if report.reclaimed or report.given_up:
                logger.warning("job sweep: %s", report.as_dict())
        except DatabaseError:
            logger.warning("job sweep failed, trying again", exc_info=True)
            connection.close()
        time.sleep(SWEEP_SECONDS)
