"""Reading by address: a chunk in full, or whatever a mark points at."""

from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.collections.catalogue import find_collection
from apps.collections.models import Chunk, Collection, Document
from apps.documents.models import RepoDocumentChunk
from apps.repos.catalogue import marked_repository
from apps.retrieval.hits import (
    collection_mark,
    document_mark,
    place_of,
)
from apps.retrieval.readings import Reading
from apps.retrieval.repo_reading import read_repo_mark
from apps.retrieval.symbol_reading import read_symbol
from apps.text.marks import (
    ChunkMark,
    CollectionMark,
    MarkError,
    RepoMark,
    SymbolMark,
    parse_mark,
)
from apps.text.tokens import count_tokens

__all__ = ["ChunkText", "Reading", "read_chunk", "read_mark"]


@dataclass(frozen=True, slots=True)
class ChunkText:
    """One chunk in full, with its address."""

    mark: str
    chunk_id: str
    document_id: str
    source: str
    source_key: str
    title: str
    heading_path: list[str]
    section_anchor: str
    chunk_index: int
    start_line: int
    end_line: int
    content: str
    tokens: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def read_chunk(*, user: Principal, chunk_id: UUID) -> ChunkText:
    """One chunk of either corpus. Raises `NotFoundError` when it is missing or hidden."""
    chunk: Chunk | RepoDocumentChunk | None = (
        Chunk.objects.visible_to(user)
        .select_related("document__collection")
        .filter(pk=chunk_id)
        .first()
    ) or (
        RepoDocumentChunk.objects.visible_to(user)
        .select_related("document__repository", "section")
        .filter(pk=chunk_id)
        .first()
    )
    if chunk is None:
        raise NotFoundError
    place = place_of(chunk)
    return ChunkText(
        mark=place.mark,
        chunk_id=str(chunk.pk),
        document_id=str(chunk.document_id),
        source=place.source,
        source_key=place.source_key,
        title=chunk.document.title,
        heading_path=list(chunk.heading_path),
        section_anchor=place.section_anchor,
        chunk_index=chunk.chunk_index,
        start_line=chunk.start_line,
        end_line=chunk.end_line,
        content=chunk.content,
        tokens=count_tokens(chunk.content),
    )


def read_mark(*, user: Principal, mark: str) -> Reading:
    """Whatever a mark points at.

    Raises `InvalidRequestError` when it is no mark, `NotFoundError` when it leads nowhere the user
    may go.
    """
    try:
        parsed = parse_mark(mark)
    except MarkError as error:
        raise InvalidRequestError.for_field("mark", error.message) from error
    match parsed:
        case ChunkMark(id=chunk_id):
            return chunk_reading(read_chunk(user=user, chunk_id=chunk_id))
        case CollectionMark(name=name, source_key=None):
            return collection_reading(user, find_collection(user=user, name=name))
        case CollectionMark(name=name, source_key=str(key), anchor=anchor):
            rows = Document.objects.filter(collection=find_collection(user=user, name=name))
            document = rows.select_related("collection").find(user=user, source_key=key)
            return document_reading(document) if anchor is None else section(document, anchor)
        case RepoMark():
            repository = marked_repository(user=user, mark=parsed)
            return read_repo_mark(user=user, repository=repository, mark=parsed)
        case SymbolMark(qualified_name=symbol):
            repository = marked_repository(user=user, mark=parsed)
            return read_symbol(user=user, repository=repository, name=symbol)
    raise NotFoundError


def chunk_reading(chunk: ChunkText) -> Reading:
    """A chunk as a reading."""
    details = {
        key: value
        for key, value in chunk.as_dict().items()
        if key not in {"mark", "source", "title", "content", "tokens"}
    }
    return Reading(
        "chunk", chunk.mark, chunk.source, chunk.title, chunk.content, chunk.tokens, details
    )


def collection_reading(user: Principal, collection: Collection) -> Reading:
    """A collection: its description and the marks of its documents."""
    rows = Document.objects.visible_to(user).filter(collection=collection).order_by("source_key")
    documents = [
        {"mark": str(CollectionMark(collection.name, key)), "title": title}
        for key, title in rows.values_list("source_key", "title")
    ]
    mark = collection_mark(collection)
    details = {"visibility": collection.visibility, "documents": documents}
    text = collection.description
    return Reading("collection", mark, mark, collection.name, text, count_tokens(text), details)


def document_reading(document: Document) -> Reading:
    """A whole document of a collection with its parsed structure."""
    return Reading(
        kind="document",
        mark=document_mark(document),
        source=collection_mark(document.collection),
        title=document.title,
        content=document.content,
        tokens=count_tokens(document.content),
        details={
            "document_id": str(document.pk),
            "source_key": document.source_key,
            "format": document.format,
            "front_matter": document.front_matter,
            "headings": document.heading_tree,
            "word_count": document.word_count,
            "line_count": document.line_count,
            "updated_at": document.content_updated_at.isoformat(),
        },
    )


def section(document: Document, anchor: str) -> Reading:
    """One section of a document, down to the next heading of its level or above."""
    headings = document.heading_tree
    index = next((i for i, one in enumerate(headings) if one["anchor"] == anchor), None)
    if index is None:
        raise NotFoundError
    heading = headings[index]
    following = (one["line"] for one in headings[index + 1 :] if one["level"] <= heading["level"])
    end = next(following, document.line_count + 1)
    lines = document.content.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    text = "\n".join(lines[heading["line"] - 1 : end - 1]).strip("\n")
    return Reading(
        kind="section",
        mark=document_mark(document, anchor),
        source=collection_mark(document.collection),
        title=heading["text"],
        content=text,
        tokens=count_tokens(text),
        details={
            "document_id": str(document.pk),
            "document": document_mark(document),
            "document_title": document.title,
            "level": heading["level"],
            "start_line": heading["line"],
            "end_line": end - 1,
        },
    )
