"""Links as people care about them: which are broken, and what leads to a page."""

import uuid
from collections.abc import Iterator
from dataclasses import dataclass

from apps.access.principals import Principal
from apps.collections.models import Collection, Document, Link, LinkState
from apps.collections.models.documents import LinkQuerySet


@dataclass(frozen=True, slots=True)
class BrokenLink:
    """One link that leads nowhere; ``reason`` is ``missing`` or ``fragment``."""

    document_id: uuid.UUID
    source_key: str
    title: str
    line: int
    text: str
    href: str
    reason: str


@dataclass(frozen=True, slots=True)
class Backlink:
    """One link that leads to a page, with the page it stands on."""

    document_id: uuid.UUID
    source_key: str
    title: str
    line: int
    text: str
    href: str
    fragment: str


def broken_links(
    *, user: Principal, collection_id: uuid.UUID, document_id: uuid.UUID | None = None
) -> list[BrokenLink]:
    """The broken links of a collection, or of one of its documents, by key and line.

    Links whose turn to be resolved has not come yet are left out. Raises `NotFoundError`.
    """
    collection = Collection.objects.find(user=user, pk=collection_id)
    rows = Link.objects.filter(document__collection=collection).broken()
    if document_id is not None:
        rows = rows.filter(document=document_id)
    return [
        BrokenLink(
            document_id=link.document_id,
            source_key=link.document.source_key,
            title=link.document.title,
            line=link.line,
            text=link.text,
            href=link.href,
            reason="missing" if link.state == LinkState.BROKEN else "fragment",
        )
        for link in with_pages(rows)
    ]


def backlinks(*, user: Principal, document_id: uuid.UUID) -> list[Backlink]:
    """The links of other documents that lead to this one, by key and line.

    They all stand in its own collection. Raises `NotFoundError`.
    """
    document = Document.objects.find(user=user, pk=document_id)
    rows = Link.objects.filter(target_document=document).exclude(document=document)
    return [
        Backlink(
            document_id=link.document_id,
            source_key=link.document.source_key,
            title=link.document.title,
            line=link.line,
            text=link.text,
            href=link.href,
            fragment=link.fragment,
        )
        for link in with_pages(rows)
    ]


def with_pages(rows: LinkQuerySet) -> Iterator[Link]:
    """The links with the key and title of the page that each stands on, in their order."""
    narrow = rows.select_related("document").only(
        *("line", "text", "href", "fragment", "state", "is_fragment_found"),
        *("document__source_key", "document__title"),
    )
    return narrow.order_by("document__source_key", "line", "pk").iterator()
