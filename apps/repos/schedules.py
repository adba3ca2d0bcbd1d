"""Repositories that are synced by themselves: those that are due get a job.

django-q2's scheduler calls `start_due_syncs` every minute (see the migration ``0003``); a row says
when a repository is due, so that a missed minute or a second worker changes nothing.
"""

from django.db import transaction
from django.utils import timezone

from apps.access.principals import operator
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.repos.models import Repository, Schedule

BATCH = 100


@transaction.atomic
def start_due_syncs() -> int:
    """Queue a sync for each repository that is due, and note when it is due next; how many."""
    now = timezone.now()
    rows = Repository.objects.filter(next_sync_at__lte=now, deleted_at=None)
    due = list(rows.select_for_update(skip_locked=True).order_by("next_sync_at")[:BATCH])
    for repository in due:
        interval = Schedule(repository.schedule).interval
        repository.next_sync_at = None if interval is None else now + interval
        repository.save(update_fields=["next_sync_at"])
        if interval is not None:
            request_job(user=operator(), kind=JobKind.SYNC, source=repository)
    return len(due)
