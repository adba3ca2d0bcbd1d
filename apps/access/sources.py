"""Finding a source whichever kind it is."""

from typing import cast
from uuid import UUID

from apps.access.errors import NotFoundError
from apps.access.models import Source
from apps.access.principals import Principal
from apps.access.querysets import Action, SourceQuerySet, require, source_models


def find_source(*, user: Principal, source_id: UUID, action: Action = Action.READ) -> Source:
    """The repository or collection of that id.

    Raises `NotFoundError` when it is missing or hidden, `ForbiddenError` when the user may read it
    but not do the action.
    """
    for model in source_models():
        rows = cast("SourceQuerySet[Source]", model._default_manager.all())  # noqa: SLF001
        found = rows.visible_to(user).filter(pk=source_id).first()
        if found is not None:
            if action is not Action.READ:
                require(user, action, found)
            return found
    raise NotFoundError
