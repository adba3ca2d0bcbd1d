"""The one door to django-q2: a job row and its queue entry are written in one transaction."""

import uuid
from typing import Any

from django.db import models, transaction
from django.utils import timezone
from django_q.tasks import async_task  # noqa: TID251

from apps.access.errors import ConflictError
from apps.access.principals import Principal, stored_user
from apps.access.querysets import Action
from apps.jobs.models import Job, JobKind, JobStatus

RUN_JOB = "apps.jobs.runner.work"


@transaction.atomic
def request_job(
    *,
    user: Principal,
    kind: JobKind,
    source: models.Model,
    target_id: uuid.UUID | None = None,
    payload: dict[str, Any] | None = None,
    total: int | None = None,
) -> Job:
    """Queue work on a source, or join the job of that kind already active on the target.

    A queued job will see the new work anyway; a running one is told to run once more. The caller
    has checked that the user may ask for it.
    """
    return queue_job(
        user=user,
        kind=kind,
        source_id=source.pk,
        source_kind=source._meta.label,  # noqa: SLF001
        target_id=target_id or source.pk,
        payload=payload,
        total=total,
    )


@transaction.atomic
def queue_job(
    *,
    user: Principal,
    kind: JobKind,
    source_id: uuid.UUID,
    source_kind: str,
    target_id: uuid.UUID,
    payload: dict[str, Any] | None = None,
    total: int | None = None,
) -> Job:
    """As `request_job`, for work on what is no source: such a job is for admins to see."""
    # One statement decides: whoever loses a race against another request finds its job, locked.
    job, created = (
        Job.objects.active()
        .select_for_update()
        .get_or_create(
            kind=kind,
            target_id=target_id,
            defaults={
                "source_id": source_id,
                "source_kind": source_kind,
                "payload": payload or {},
                "total": total,
                "created_by": stored_user(user),
            },
        )
    )
    if created:
        deliver(job)
    elif job.status == JobStatus.RUNNING and not job.again:
        job.again = True
        job.save(update_fields=["again"])
    return job


def deliver(job: Job) -> None:
    """Write a queue entry for a queued job; call it inside the transaction that queued it."""
    job.enqueued_at = timezone.now()
    job.deliveries += 1
    job.save(update_fields=["enqueued_at", "deliveries"])
    async_task(RUN_JOB, str(job.pk), q_options={"save": False, "task_name": f"{job.kind} {job.pk}"})


@transaction.atomic
def retry_job(*, user: Principal, job_id: uuid.UUID) -> Job:
    """Queue a failed job again with a fresh count of attempts.

    Raises `NotFoundError` when hidden, `ForbiddenError` without write access to its source,
    `ConflictError` when it has not failed or the same work is already queued.
    """
    Job.objects.find(user=user, action=Action.WRITE, pk=job_id)
    job = Job.objects.select_for_update().get(pk=job_id)
    if job.status != JobStatus.ERROR:
        raise ConflictError(f"Only a failed job can be retried; this one is {job.status}.")
    if Job.objects.active().filter(kind=job.kind, target_id=job.target_id).exists():
        raise ConflictError("The same work is already queued or running.")
    job.status = JobStatus.QUEUED
    job.attempts = job.deliveries = job.processed = 0
    job.error_code = job.error_message = job.current_item = ""
    job.started_at = job.finished_at = job.lease_expires_at = None
    job.not_before = timezone.now()
    job.save()
    deliver(job)
    return job
