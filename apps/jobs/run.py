"""What a job handler is given: its job, progress, and a way to notice that it must stop."""

import time
import uuid
from dataclasses import dataclass
from typing import Any

from apps.access.errors import NotFoundError
from apps.access.models import User
from apps.access.principals import Principal, operator
from apps.jobs.models import BACKGROUND, Job, JobStatus
from apps.jobs.stopping import is_stopping

SLICE_SECONDS = 20.0
PROGRESS_INTERVAL = 0.5


class LeaseLostError(RuntimeError):
    """Another worker has taken the job; whatever is not yet written must not be written."""


class StopAskedError(RuntimeError):
    """The cluster is to end: the job is queued again and goes on at the next start."""


@dataclass(frozen=True, slots=True)
class Yielded:
    """A handler's answer when work remains but others are waiting; the job is queued again."""


class JobRun:
    """One run of a job under a lease."""

    def __init__(self, job: Job, worker: str) -> None:
        self.id: uuid.UUID = job.pk
        self.kind: str = job.kind
        self.source_id: uuid.UUID = job.source_id
        self.target_id: uuid.UUID = job.target_id
        self.payload: dict[str, Any] = job.payload
        self.worker = worker
        self.is_lost = False
        self.started = time.monotonic()
        self._reported = 0.0

    def progress(self, processed: int, total: int | None = None, item: str = "") -> None:
        """Show how far the job is, at most twice a second. Raises as `check` does."""
        now = time.monotonic()
        if now - self._reported < PROGRESS_INTERVAL and processed != total:
            self.check()
            return
        self._reported = now
        values: dict[str, Any] = {"processed": processed, "current_item": item[:500]}
        if total is not None:
            values["total"] = total
        if not self.mine().update(**values):
            self.is_lost = True
        self.check()

    def check(self) -> None:
        """Raise `LeaseLostError` when the lease is gone, `StopAskedError` when all is to end."""
        if self.is_lost:
            raise LeaseLostError(str(self.id))
        if is_stopping():
            raise StopAskedError(str(self.id))

    def should_yield(self) -> bool:
        """Whether others come first: any after a slice, urgent ones at once in background work."""
        due = Job.objects.due().exclude(pk=self.id)
        if time.monotonic() - self.started < SLICE_SECONDS:
            return self.kind in BACKGROUND and due.urgent().exists()
        return due.exists()

    def mine(self) -> Any:
        """The job's row, if the lease is still ours."""
        return Job.objects.filter(pk=self.id, status=JobStatus.RUNNING, leased_by=self.worker)

    def lock(self) -> Job | None:
        """The locked row, or None when another worker has the job."""
        job: Job | None = self.mine().select_for_update().first()
        self.is_lost = job is None
        return job


def requester_of(run: JobRun) -> Principal:
    """Whoever asked; the operator and the schedule have no row. Raises `NotFoundError` if gone."""
    user_id = run.payload.get("user")
    if user_id is None:
        return operator()
    found = User.objects.filter(pk=user_id).first()
    if found is None:
        raise NotFoundError
    return found
