"""The four tabs of a document."""

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from django.conf import settings
from django.db.models import Q
from django.http import HttpRequest

from apps.collections.attachment_index import attachment_index
from apps.collections.links_report import backlinks
from apps.collections.models import Chunk, Collection, Document, Link
from apps.reader.listing import filter_text, page_of
from apps.reader.prose import outline_of, rendered, repeats_title
from apps.reader.upkeep import linking_pages

TABS = {"preview": "Preview", "raw": "Raw", "metadata": "Metadata", "chunks": "Chunks"}
Tab: TypeAlias = Callable[[HttpRequest, Collection, Document], dict[str, Any]]


def tab_context(
    request: HttpRequest, collection: Collection, document: Document, tab: str
) -> dict[str, Any]:
    """What the template of a tab needs beside the document."""
    return READERS[tab](request, collection, document)


def preview(request: HttpRequest, collection: Collection, document: Document) -> dict[str, Any]:
    """The rendered text and its table of contents."""
    links = links_of(request, document)
    files = partial(attachment_index, user=request.user, collection_id=collection.pk)
    return {
        "prose": rendered(collection, document, links, files),
        "outline": outline_of(document),
        "repeats_title": repeats_title(document),
        "linking": linking_pages(backlinks(user=request.user, document_id=document.pk)),
        "broken_lines": [link.line for link in links if link.is_broken],
    }


def raw(_request: HttpRequest, _collection: Collection, _document: Document) -> dict[str, Any]:
    """Nothing: the document holds its text."""
    return {}


def metadata(request: HttpRequest, _collection: Collection, document: Document) -> dict[str, Any]:
    """Front matter and links; everything else is in the document's own columns."""
    return {"front_matter": document.front_matter, "links": links_of(request, document)}


def chunks(request: HttpRequest, _collection: Collection, document: Document) -> dict[str, Any]:
    """The chunks in order that hold the text of the filter, and the ceiling of their size."""
    rows = Chunk.objects.visible_to(request.user).filter(document=document)
    text = filter_text(request)
    matches = Q(content__icontains=text) | Q(sections__icontains=text)
    return {
        "page": page_of(request, rows.filter(matches).order_by("chunk_index")),
        "chunk_count": rows.count(),
        "filter": text,
        "ceiling": settings.PRESSMARK.chunking.max_chars,
    }


def links_of(request: HttpRequest, document: Document) -> list[Link]:
    """The document's links in order, each with key and title of its target, or with its file."""
    rows = Link.objects.visible_to(request.user).filter(document=document)
    return list(rows.with_targets().order_by("line", "id"))


READERS: dict[str, Tab] = {
    "preview": preview,
    "raw": raw,
    "metadata": metadata,
    "chunks": chunks,
}
