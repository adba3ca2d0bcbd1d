"""Sources by their marks, whichever kind they are."""

from typing import cast

from django.db.models import Case, Value, When

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.models import Source
from apps.access.principals import Principal
from apps.access.querysets import SourceQuerySet, source_models
from apps.text.marks import CollectionMark, Mark, MarkError, RepoMark, parse_mark


def find_marked(*, user: Principal, text: str, field: str = "source") -> Source:
    """The readable source that a mark names, or that holds what it names.

    The exact name comes before other cases of letters, then one's own before those of others.
    Raises `InvalidRequestError` for a text that is no mark, or that several sources answer to, and
    `NotFoundError` for one that leads nowhere the user can read.
    """
    return find_meant(user, read_mark(text, field), field)


def find_source_marked(*, user: Principal, text: str, field: str = "source") -> Source:
    """As `find_marked`, but of a mark that names a source itself, as rights are given on."""
    mark = read_mark(text, field)
    match mark:
        case CollectionMark(source_key=None) | RepoMark(path=None):
            return find_meant(user, mark, field)
    reason = f"Rights hold for a whole collection or repository; {mark} is a part of one."
    raise InvalidRequestError.for_field(field, reason)


def read_mark(text: str, field: str) -> Mark:
    """The mark that a text spells. Raises `InvalidRequestError`."""
    try:
        return parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field(field, error.message) from error


def find_meant(user: Principal, mark: Mark, field: str) -> Source:
    """The one source meant; among several that fit equally nobody can choose but who asks."""
    own = When(owner=user.pk, then=Value(0)) if user.pk else When(owner=None, then=Value(0))
    for model in source_models():
        rows = cast("SourceQuerySet[Source]", model._default_manager.all())  # noqa: SLF001
        found = rows.visible_to(user).marked(mark).annotate(own_rank=Case(own, default=Value(1)))
        best = list(found.order_by("mark_rank", "own_rank", "created_at", "id")[:2])
        if len(best) == 2 and rank_of(best[0]) == rank_of(best[1]):
            ids = " or ".join(str(one.pk) for one in best)
            reason = f"Several sources answer to {mark}; name the one you mean by its id: {ids}."
            raise InvalidRequestError.for_field(field, reason)
        if best:
            return best[0]
    raise NotFoundError(f"{mark} names nothing, or nothing you may read.")


def rank_of(source: Source) -> tuple[int, int]:
    """How well a found source fits."""
    return source.mark_rank, source.own_rank  # type: ignore[attr-defined]
