"""What the pages of renaming, deleting and reviewing say, and how they call the services."""

import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils import timezone

from apps.access.errors import InvalidRequestError
from apps.access.models import User
from apps.access.principals import Principal, find_principal
from apps.collections.deleting import delete_document
from apps.collections.links_report import Backlink
from apps.collections.models import Document
from apps.collections.renaming import RenameResult
from apps.collections.reviews import set_review

NOT_A_READER = "Choose somebody who can read this collection."


@dataclass(frozen=True, slots=True)
class LinkingPage:
    """A page with links to another: its id as ``pk``, key, title, and the number of the links."""

    pk: uuid.UUID
    source_key: str
    title: str
    count: int


def is_review_due(document: Document) -> bool:
    """Whether the last day for a document's next review is over."""
    due = document.review_due_on
    return due is not None and due < timezone.localdate()


def linking_pages(links: Iterable[Backlink]) -> list[LinkingPage]:
    """The pages that links stand on, each once, in the order of the links."""
    pages: dict[uuid.UUID, LinkingPage] = {}
    for link in links:
        count = pages[link.document_id].count + 1 if link.document_id in pages else 1
        page = LinkingPage(link.document_id, link.source_key, link.title, count)
        pages[link.document_id] = page
    return list(pages.values())


def remove_document(*, user: Principal, document_id: uuid.UUID, expected_version: int) -> bool:
    """`delete_document` for a form; True once it is gone."""
    delete_document(user=user, document_id=document_id, expected_version=expected_version)
    return True


def set_terms(
    *, user: Principal, document_id: uuid.UUID, owner: str, interval_days: int | None
) -> Document:
    """`set_review` with the owner's user name; a name that nobody has is refused like any other.

    Raises `InvalidRequestError` for it, and what `set_review` raises.
    """
    person = person_called(owner) if owner else None
    return set_review(user=user, document_id=document_id, owner=person, interval_days=interval_days)


def person_called(name: str) -> User:
    """The user of that name. Raises `InvalidRequestError` as for somebody who cannot read."""
    try:
        found = find_principal(name)
    except User.DoesNotExist:
        raise InvalidRequestError.for_field("owner", NOT_A_READER) from None
    assert isinstance(found, User)
    return found


def renamed_words(result: RenameResult) -> str:
    """What a renaming did, and what it had to leave."""
    words = f"The page is now {result.source_key}."
    if result.updated:
        words += f" Links were updated in: {', '.join(result.updated)}."
    if result.left_over:
        words += f" Links that need a hand are in: {', '.join(result.left_over)}."
    return words
