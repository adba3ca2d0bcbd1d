"""Sources that a request names by their marks."""

from collections.abc import Iterable
from uuid import UUID

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.retrieval.scope import find_mark


def source_ids_of(*, user: Principal, marks: Iterable[str] | None) -> list[UUID] | None:
    """Ids of the repositories and collections that marks name; None stays None.

    Raises `InvalidRequestError` for what is no mark of a whole source, `NotFoundError` for one that
    is missing or hidden.
    """
    if marks is None:
        return None
    found = []
    for mark in dict.fromkeys(marks):
        source_id, document_id = find_mark(user, mark)
        if document_id is not None:
            raise InvalidRequestError.for_field("sources", "Name whole sources, not documents.")
        found.append(source_id)
    return found
