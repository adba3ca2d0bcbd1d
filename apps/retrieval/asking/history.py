"""A person's own questions: looked at, and erased."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from apps.access.audit import record_change
from apps.access.errors import ForbiddenError
from apps.access.principals import Principal
from apps.access.querysets import Action, source_models
from apps.retrieval.models import AskedQuestion


@dataclass(frozen=True, slots=True)
class PastQuestion:
    """A question as its asker sees it today: what they can no longer read is left out."""

    id: int
    at: datetime
    kind: str
    surface: str
    status: str
    error_code: str
    query: str
    sources: list[str]
    hits: int
    latency_ms: int
    top_mark: str


def own_questions(*, user: Principal) -> QuerySet[AskedQuestion]:
    """The user's own questions, newest first; those of the token alone if it is limited."""
    return AskedQuestion.objects.own(user)


def past_questions(*, user: Principal, rows: list[AskedQuestion]) -> list[PastQuestion]:
    """The rows with the names of their sources, as far as the user may read them now."""
    wanted = {pk for row in rows for pk in (*row.sources, row.top_source) if pk is not None}
    names = names_of(user=user, ids=wanted)
    return [
        PastQuestion(
            id=row.pk,
            at=row.at,
            kind=row.kind,
            surface=row.surface,
            status=row.status,
            error_code=row.error_code,
            query=row.text,
            sources=[names[pk] for pk in row.sources if pk in names],
            hits=row.hits,
            latency_ms=row.latency,
            top_mark=row.top_mark if row.top_source in names else "",
        )
        for row in rows
    ]


def names_of(*, user: Principal, ids: set[UUID]) -> dict[UUID, str]:
    """The readable ones of these sources by id, with their names."""
    if not ids:
        return {}
    return {
        source.pk: str(source)
        for model in source_models()
        for source in readable(model, user).filter(pk__in=ids)
    }


def readable(model: Any, user: Principal) -> QuerySet[Any]:
    """The sources of one kind that the user may read."""
    rows: QuerySet[Any] = model._default_manager.visible_to(user)  # noqa: SLF001
    return rows


@transaction.atomic
def erase_questions(*, user: Principal) -> int:
    """Delete the user's own questions; how many there were.

    A token needs ``api:write``; one that is limited to sources erases only what it asked itself.
    """
    if not user.is_authenticated:
        raise ForbiddenError("Sign in to erase your questions.")
    rows = AskedQuestion.objects.own(user).allowing(user, Action.DELETE)
    count, _ = rows.delete()
    if count and user.pk:
        record_change(user=user, action="query_log.erased", target=user, after={"questions": count})
    return count
