"""Sources by their marks, whichever kind they are."""

from typing import cast

from django.db.models import Case, Value, When

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.models import Source
from apps.access.principals import Principal
from apps.access.querysets import SourceQuerySet, source_models
from apps.text.marks import MarkError, parse_mark


def find_marked(*, user: Principal, text: str, field: str = "source") -> Source:
    """The readable source that a mark names, or that holds what it names.

    Where several collections have the name, the exact one comes before other cases of letters,
    then one's own, then the oldest. Raises `InvalidRequestError` for a text that is no mark and
    `NotFoundError` for one that leads nowhere the user can read.
    """
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field(field, error.message) from error
    own = When(owner=user.pk, then=Value(0)) if user.pk else When(owner=None, then=Value(0))
    for model in source_models():
        rows = cast("SourceQuerySet[Source]", model._default_manager.all())  # noqa: SLF001
        found = rows.visible_to(user).marked(mark)
        ranked = found.order_by("mark_rank", Case(own, default=Value(1)), "created_at", "id")
        if (source := ranked.first()) is not None:
            return source
    raise NotFoundError(f"{mark} names nothing, or nothing you may read.")
