"""Sync runs: what a sync did, for people to read."""

import uuid
from collections.abc import Iterable

from django.db.models import QuerySet
from django.utils import timezone

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.repos.models import Repository, RunStatus, SyncRun

KEPT_RUNS = 100
KEPT_SKIPPED = 1000
LONGEST_MESSAGE = 2000


def request_sync(*, user: Principal, repository_id: uuid.UUID) -> Job:
    """Queue a sync, or join the one that is queued. Raises `NotFoundError` or `ForbiddenError`."""
    repository = Repository.objects.find(user=user, action=Action.WRITE, pk=repository_id)
    return request_job(user=user, kind=JobKind.SYNC, source=repository, payload={"user": user.pk})


def list_runs(*, user: Principal, repository_id: uuid.UUID) -> QuerySet[SyncRun]:
    """The runs of a readable repository, newest first. Raises `NotFoundError`."""
    repository = Repository.objects.find(user=user, pk=repository_id)
    return SyncRun.objects.visible_to(user).filter(repository=repository)


def start_run(repository: Repository) -> SyncRun:
    """A new run; earlier ones that never ended were cut off and are told as that.

    Call it while holding the mirror's lock, so that none of them can still be at work.
    """
    runs = SyncRun.objects.filter(repository=repository)
    runs.filter(status=RunStatus.RUNNING).update(
        status=RunStatus.ERROR,
        error_code="INTERRUPTED",
        error_message="The process ended in the midst of it.",
        finished_at=timezone.now(),
    )
    if not Repository.objects.filter(pk=repository.pk).exists():
        raise NotFoundError
    old = runs.order_by("-started_at").values("pk")[KEPT_RUNS - 1 :]
    runs.filter(pk__in=list(old.values_list("pk", flat=True))).delete()
    return SyncRun.objects.create(repository=repository)


def finish_run(
    run: SyncRun,
    *,
    commit_id: str,
    counters: dict[str, int],
    skipped: Iterable[dict[str, str]],
    skipped_files: int | None = None,
) -> None:
    """Record success; call it in the transaction that stores the index.

    ``skipped_files`` is how many were skipped in all, by default as many as are given.
    """
    reasons = sorted(skipped, key=lambda one: one["path"])
    for name, count in counters.items():
        setattr(run, name, count)
    run.commit_id = commit_id
    run.skipped = reasons[:KEPT_SKIPPED]
    run.skipped_files = len(reasons) if skipped_files is None else skipped_files
    run.status = RunStatus.SUCCESS
    run.finished_at = timezone.now()
    run.save()


def fail_run(run: SyncRun, *, code: str, message: str) -> None:
    """Record that a sync failed; what was indexed before goes on to serve."""
    run.status = RunStatus.ERROR
    run.error_code, run.error_message = code, message[:LONGEST_MESSAGE]
    run.finished_at = timezone.now()
    run.save()
