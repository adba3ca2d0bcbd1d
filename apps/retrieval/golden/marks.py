"""Marks in golden questions: checked when they are kept, looked up when they are used."""

from collections.abc import Iterable
from uuid import UUID

from apps.access.errors import DomainError, FieldError, InvalidRequestError
from apps.access.principals import Principal
from apps.retrieval.scope import find_mark
from apps.text.marks import CollectionMark, MarkError, RepoMark, parse_mark

MOST_MARKS = 20


def check_answers(*, user: Principal, marks: Iterable[str]) -> list[str]:
    """The marks of documents, in their plain form; a section stands for its document.

    Raises `InvalidRequestError` for field ``marks``, naming each mark that is none or leads
    nowhere the user may go.
    """
    return check_all(user, "marks", marks, needs_document=True)


def check_sources(*, user: Principal, marks: Iterable[str]) -> list[str]:
    """The marks of sources or documents that a search may be limited to, likewise."""
    return check_all(user, "sources", marks, needs_document=False)


def check_all(
    user: Principal, field: str, marks: Iterable[str], *, needs_document: bool
) -> list[str]:
    """The plain marks without repetitions."""
    kept: dict[str, None] = {}
    errors = []
    for text in filter(None, (mark.strip() for mark in marks)):
        try:
            kept[plain_mark(user, text, needs_document=needs_document)] = None
        except (DomainError, MarkError) as error:
            errors.append(FieldError(field, f"{text[:200]}: {error.message}"))
    if not errors and needs_document and not kept:
        errors.append(FieldError(field, "Name at least one document."))
    if not errors and len(kept) > MOST_MARKS:
        errors.append(FieldError(field, f"Give at most {MOST_MARKS} marks."))
    if errors:
        raise InvalidRequestError(errors[0].message, field_errors=errors)
    return list(kept)


def plain_mark(user: Principal, text: str, *, needs_document: bool) -> str:
    """The mark of the document (or source) that a mark names or lies in."""
    _, document = find_mark(user, text)
    if document is None and needs_document:
        message = "This is a whole source; name a document in it."
        raise InvalidRequestError.for_field("marks", message)
    match parse_mark(text):
        case CollectionMark(name=name, source_key=key):
            return str(CollectionMark(name, key))
        case RepoMark(host=host, owner=owner, name=name, path=path):
            return str(RepoMark(host, owner, name, path))
        case _:
            raise InvalidRequestError.for_field("marks", "This names no document.")


def find_place_id(*, user: Principal, mark: str) -> UUID | None:
    """The document that a mark names, else the source, or None when it is gone or hidden."""
    try:
        source, document = find_mark(user, mark)
    except DomainError:
        return None
    return document or source


def find_document_id(*, user: Principal, mark: str) -> UUID | None:
    """The document that a mark names, or None when it is gone or hidden from the user."""
    try:
        return find_mark(user, mark)[1]
    except DomainError:
        return None
