"""One page of the reader: its text and the code that it names."""

import uuid
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any

from apps.access.principals import Principal
from apps.documents.library import find_page, type_of
from apps.documents.marks import repo_document_mark
from apps.documents.models import Mention, RepoDocument


@dataclass(frozen=True, slots=True)
class RelatedNode:
    """A code symbol that a page names, with its place."""

    id: str
    name: str
    node_type: str
    file_path: str
    start_line: int
    end_line: int


@dataclass(frozen=True, slots=True)
class PageText:
    """A page in full; ``related_nodes`` in the order in which the page first names them."""

    id: str
    mark: str
    title: str
    slug: str
    doc_type: str
    file_path: str
    content: str
    redirected_from: str
    related_nodes: list[RelatedNode]
    edited_at: datetime
    created_at: datetime
    updated_at: datetime

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def read_page(*, user: Principal, repository_id: uuid.UUID, slug: str) -> PageText:
    """The page of a slug, also of one it had before. Raises `NotFoundError` or `NotReadyError`."""
    place = find_page(user=user, repository_id=repository_id, slug=slug)
    document = place.document
    return PageText(
        id=str(document.pk),
        mark=repo_document_mark(document),
        title=document.title,
        slug=document.slug,
        doc_type=type_of(document.path),
        file_path=document.path,
        content=document.content,
        redirected_from=place.redirected_from,
        related_nodes=related_nodes(user=user, document=document),
        edited_at=document.edited_at,
        created_at=document.created_at,
        updated_at=document.updated_at,
    )


def related_nodes(*, user: Principal, document: RepoDocument) -> list[RelatedNode]:
    """The code symbols that a document names, each once."""
    rows = Mention.objects.visible_to(user).filter(chunk__document=document, is_ambiguous=False)
    mentions = rows.select_related("symbol").order_by("chunk__chunk_index", "id")
    symbols = {mention.symbol_id: mention.symbol for mention in mentions}
    return [
        RelatedNode(
            id=str(symbol.pk),
            name=symbol.name,
            node_type=symbol.kind,
            file_path=symbol.path,
            start_line=symbol.start_line,
            end_line=symbol.end_line,
        )
        for symbol in symbols.values()
    ]
