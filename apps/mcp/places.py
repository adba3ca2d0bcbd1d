"""What callers call a repository, a document or a section of one."""

from dataclasses import dataclass, replace

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.documents.locating import check_ready, find_section_anywhere
from apps.documents.marks import repo_section_mark
from apps.repos.catalogue import marked_repository
from apps.repos.models import Repository
from apps.text.marks import MarkError, RepoMark, parse_mark

NO_REPOSITORY = "Name a repository as HOST/OWNER/NAME or by its mark."
NO_PLACE = "Give the mark of a section or document, repo:…, or its id and the repository."


@dataclass(frozen=True, slots=True)
class Place:
    """A document, or with ``section_id`` a section of it, in a readable repository with an index.

    Whether it is there is for the reader of it to find out.
    """

    repository: Repository
    path: str
    section_id: str | None


def repository_mark_of(text: str) -> RepoMark:
    """The mark for what a caller calls a repository, which may go on to a document in it.

    Raises `InvalidRequestError` when it names none.
    """
    text = text.strip()
    try:
        mark = parse_mark(text if text.startswith("repo:") else f"repo:{text}")
    except MarkError as error:
        raise InvalidRequestError.for_field("repository", error.message) from None
    if not isinstance(mark, RepoMark) or mark.slugs is not None:
        raise InvalidRequestError.for_field("repository", NO_REPOSITORY)
    return mark


def find_ready(*, user: Principal, name: str) -> Repository:
    """The readable repository of that name or mark, with an index.

    Raises `NotFoundError`, `NotReadyError` or `InvalidRequestError`.
    """
    return check_ready(marked_repository(user=user, mark=repository_mark_of(name)))


def find_place(*, user: Principal, text: str, repository: str | None, field: str) -> Place:
    """The place of a mark; or of ``path::slugs#level``, which may need the repository beside it.

    Raises `NotFoundError`, `NotReadyError` or `InvalidRequestError`.
    """
    text = text.strip()
    if text.startswith("repo:"):
        return marked_place(user, text, field)
    path, _, address = text.rpartition("::")
    if repository is not None:
        section_id = text if path and address else None
        return Place(find_ready(user=user, name=repository), path or text, section_id)
    if not path or not address:
        raise InvalidRequestError.for_field(field, NO_PLACE)
    found = find_section_anywhere(user=user, path=path, address=address)
    if not found:
        raise NotFoundError
    if len(found) > 1:
        marks = ", ".join(repo_section_mark(one.document, one.address) for one in found)
        raise InvalidRequestError.for_field(field, f"Several have this id. Give one of: {marks}.")
    return Place(check_ready(found[0].document.repository), path, text)


def marked_place(user: Principal, text: str, field: str) -> Place:
    """The place of a mark."""
    try:
        mark = parse_mark(text)
    except MarkError as error:
        raise InvalidRequestError.for_field(field, error.message) from None
    if not isinstance(mark, RepoMark) or mark.path is None:
        raise InvalidRequestError.for_field(field, NO_PLACE)
    whole = replace(mark, path=None, slugs=None, level=None)
    repository = check_ready(marked_repository(user=user, mark=whole))
    return Place(repository, mark.path, mark.section_id)
