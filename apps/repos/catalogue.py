"""Repositories themselves: list, change, delete, find by name."""

import uuid
from typing import Any, Unpack

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.grants import set_visibility
from apps.access.principals import Principal
from apps.access.querysets import Action, Visibility, require
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.repos.models import Repository
from apps.repos.settings import SECRETS, RepositorySettings, check_settings
from apps.text.marks import RepoMark, SymbolMark

SEARCHED = ("host", "namespace", "name", "description")


@transaction.atomic
def update_repository(
    *,
    user: Principal,
    repository_id: uuid.UUID,
    visibility: Visibility | None = None,
    **values: Unpack[RepositorySettings],
) -> Repository:
    """Change what is given. The index follows with the next sync.

    Visibility needs the right to share, secrets the right to delete, the rest to write. Raises
    `NotFoundError`, `ForbiddenError` or `InvalidRequestError`.
    """
    repository = Repository.objects.find(user=user, pk=repository_id)
    if visibility is not None and visibility != repository.visibility:
        set_visibility(user=user, source=repository, visibility=visibility)
    if not values:
        return repository
    has_secrets = any(name in values for name in SECRETS)
    require(user, Action.DELETE if has_secrets else Action.WRITE, repository)
    columns = check_settings(values)
    before = {name: _shown(name, getattr(repository, name)) for name in columns}
    for name, value in columns.items():
        setattr(repository, name, value)
    after = {name: _shown(name, value) for name, value in columns.items()}
    if after != before or has_secrets:
        repository.save(update_fields=[*columns, "updated_at"])
        record_change(
            user=user, action="repository.changed", target=repository, before=before, after=after
        )
    return repository


@transaction.atomic
def delete_repository(*, user: Principal, repository_id: uuid.UUID) -> None:
    """Delete a repository: hidden from everybody at once, its rows and mirror go by a job.

    Raises `NotFoundError`, or `ForbiddenError` for whoever is neither its owner nor an admin.
    """
    repository = Repository.objects.find(user=user, action=Action.DELETE, pk=repository_id)
    record_change(
        user=user,
        action="repository.deleted",
        target=repository,
        before={"slug": repository.slug, "visibility": repository.visibility},
    )
    repository.deleted_at = timezone.now()
    repository.next_sync_at = None
    repository.credential = repository.webhook_secret = ""
    repository.save()
    request_job(user=user, kind=JobKind.PURGE, source=repository)


def list_repositories(*, user: Principal, words: str = "") -> QuerySet[Repository]:
    """The readable repositories by name, with their owners loaded.

    Each of the ``words`` must occur in some part of the name or in the description.
    """
    matches = Q()
    for word in words.replace("/", " ").split():
        matches &= Q(*((f"{name}__icontains", word) for name in SEARCHED), _connector=Q.OR)
    rows = Repository.objects.visible_to(user).filter(matches)
    return rows.select_related("owner").order_by("host", "namespace", "name")


def find_repository(*, user: Principal, slug: str, action: Action = Action.READ) -> Repository:
    """The readable repository of that ``HOST/OWNER/NAME``, whatever the case of its letters.

    Raises `NotFoundError`, or `ForbiddenError` when the user can read it but may not do the action.
    """
    host, _, rest = slug.strip().strip("/").partition("/")
    namespace, _, name = rest.partition("/")
    return Repository.objects.named(host, namespace, name).find(user=user, action=action)


def marked_repository(*, user: Principal, mark: RepoMark | SymbolMark) -> Repository:
    """The readable repository that a mark names or lies in. Raises `NotFoundError`."""
    return Repository.objects.named(mark.host, mark.owner, mark.name).find(user=user)


def _shown(name: str, value: Any) -> Any:
    """A value as the audit log may hold it."""
    if name in SECRETS:
        return "set" if value else "none"
    return value.isoformat() if name == "next_sync_at" and value else value
