"""The sources that somebody may read, whichever kind they are."""

from typing import Any, cast
from uuid import UUID

from apps.access.principals import Principal
from apps.access.querysets import SourceQuerySet, source_models
from apps.collections.models import Collection
from apps.documents.marks import repository_mark
from apps.repos.models import Repository
from apps.retrieval.hits import collection_mark


def readable_sources(user: Principal) -> dict[UUID, Collection | Repository]:
    """Every source the user may read, by its id."""
    found: dict[UUID, Collection | Repository] = {}
    for model in source_models():
        rows = cast("SourceQuerySet[Any]", model._default_manager.all())  # noqa: SLF001
        found |= {row.pk: row for row in rows.visible_to(user)}
    return found


def mark_of(source: Collection | Repository) -> str:
    """The mark of either kind."""
    if isinstance(source, Collection):
        return collection_mark(source)
    return repository_mark(source)
