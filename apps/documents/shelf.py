"""Repositories as a list for people: how much each holds and how it stands."""

import uuid

from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.documents.models import RepoDocument
from apps.jobs.models import Job, JobKind
from apps.repos.catalogue import find_repository, list_repositories
from apps.repos.models import Repository, SyncRun


def repository_shelf(*, user: Principal, words: str = "") -> QuerySet[Repository]:
    """The readable repositories by name (see `list_repositories`) with what `standing` adds."""
    return standing(list_repositories(user=user, words=words))


def find_on_shelf(*, user: Principal, slug: str, action: Action = Action.READ) -> Repository:
    """One repository with what `standing` adds. Raises as `find_repository`."""
    found = find_repository(user=user, slug=slug, action=action)
    return standing(Repository.objects.visible_to(user).filter(pk=found.pk)).get()


def standing(rows: QuerySet[Repository]) -> QuerySet[Repository]:
    """Repositories with what a card tells.

    ``document_count``; ``run_status`` of the newest run (empty without one); ``is_syncing`` while a
    sync is queued or running.
    """
    documents = RepoDocument.objects.filter(repository=OuterRef("pk")).order_by()
    counted = documents.values("repository").annotate(number=Count("pk")).values("number")
    runs = SyncRun.objects.filter(repository=OuterRef("pk")).order_by("-started_at")
    jobs = Job.objects.active().filter(kind=JobKind.SYNC, source_id=OuterRef("pk"))
    return rows.annotate(
        document_count=Coalesce(Subquery(counted), 0),
        run_status=Coalesce(Subquery(runs.values("status")[:1]), Value("")),
        is_syncing=Exists(jobs),
    )


def active_sync(*, user: Principal, repository_id: uuid.UUID) -> Job | None:
    """The sync job of a repository that is queued or running."""
    rows = Job.objects.visible_to(user).filter(kind=JobKind.SYNC, source_id=repository_id)
    return rows.active().first()
