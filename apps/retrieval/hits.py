"""What a search brings back: one shape for every surface."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from apps.collections.models import Chunk, Collection, Document
from apps.documents.marks import repo_document_mark, repo_section_mark, repository_mark
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.chunk_rows import (
    OF_COLLECTION,
    OF_DOCUMENT,
    columns_of_chunk,
    load_chunks,
)
from apps.retrieval.folding import Found, fold_copies
from apps.retrieval.fusion import Fused
from apps.text.marks import CollectionMark
from apps.text.snippets import make_snippet


@dataclass(frozen=True, slots=True)
class Hit:
    """One passage found: where it stands, why, and the part that answers."""

    mark: str
    chunk_id: str
    document_id: str
    source: str
    source_key: str
    title: str
    heading_path: list[str]
    section_anchor: str
    snippet: str
    content_truncated: bool
    score: float
    streams: dict[str, dict[str, float]]
    why: str
    provenance: dict[str, Any]
    related_chunks: list[dict[str, Any]] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For JSON; shares its lists with the hit."""
        return {name: getattr(self, name) for name in self.__slots__}


def make_hits(
    fused: Iterable[Fused], terms: tuple[str, ...], snippet_chars: int, *, most: int
) -> list[Hit]:
    """Load the chunks of fused passages, whose readability the streams have already ensured.

    Copies of better passages are folded into them, so there may be fewer hits than passages; at
    most ``most`` are made.
    """
    return [make_hit(one, terms, snippet_chars) for one in find_chunks(fused)[:most]]


def find_chunks(fused: Iterable[Fused]) -> list[Found]:
    """The passages with their chunks, copies of better ones folded into them."""
    ranked = list(fused)
    chunks: dict[UUID, Chunk | RepoDocumentChunk] = {}
    for load in (load_chunks, load_repo_chunks):
        if missing := [one.id for one in ranked if one.id not in chunks]:
            chunks |= load(missing)
    return fold_copies([Found(one, chunks[one.id]) for one in ranked if one.id in chunks])


def load_repo_chunks(ids: list[UUID]) -> dict[UUID, Chunk | RepoDocumentChunk]:
    """Chunks of repositories with what a hit shows of their document."""
    rows = RepoDocumentChunk.objects.filter(pk__in=ids)
    return {row.pk: row for row in with_repo_documents(rows)}


def with_documents(rows: QuerySet[Chunk]) -> QuerySet[Chunk]:
    """Chunks of collections with what tells where their documents stand, not the whole text."""
    return rows.select_related("document__collection").only(
        *columns_of_chunk(),
        *(f"document__{name}" for name in OF_DOCUMENT),
        *(f"document__collection__{name}" for name in OF_COLLECTION),
    )


def with_repo_documents(rows: QuerySet[RepoDocumentChunk]) -> QuerySet[RepoDocumentChunk]:
    """Chunks of repositories, likewise."""
    return rows.select_related("document__repository", "section").defer("document__content")


def make_hit(found: Found, terms: tuple[str, ...], snippet_chars: int) -> Hit:
    """One hit from a fused passage and its chunk."""
    fused, chunk = found.fused, found.chunk
    snippet = make_snippet(chunk.content, terms, chars=snippet_chars)
    place = place_of(chunk)
    return Hit(
        mark=place.mark,
        chunk_id=str(chunk.pk),
        document_id=str(chunk.document_id),
        source=place.source,
        source_key=place.source_key,
        title=chunk.document.title,
        heading_path=list(chunk.heading_path),
        section_anchor=place.section_anchor,
        snippet=snippet.text,
        content_truncated=snippet.content_truncated,
        score=round(found.score, 6),
        streams={
            name: {"rank": there.rank, "score": round(there.score, 6)}
            for name, there in fused.places.items()
        },
        why=explain(fused, len(found.copies)),
        provenance={
            "kind": place.kind,
            "source": place.source,
            "label": place.label,
            "document": place.source_key,
            "start_line": chunk.start_line,
            "end_line": chunk.end_line,
            "edited_at": place.edited_at,
            "copies": [place_of(copy).mark for copy in found.copies],
        },
    )


@dataclass(frozen=True, slots=True)
class Place:
    """Where a chunk stands, whichever corpus it is of."""

    kind: str
    mark: str
    source: str
    label: str
    source_key: str
    section_anchor: str
    edited_at: str


def place_of(chunk: Chunk | RepoDocumentChunk) -> Place:
    """The addresses of a chunk."""
    document = chunk.document
    if isinstance(document, Document):
        anchor = chunk.section_anchor if isinstance(chunk, Chunk) else ""
        return Place(
            kind="collection",
            mark=document_mark(document, anchor),
            source=collection_mark(document.collection),
            label=document.collection.name,
            source_key=document.source_key,
            section_anchor=anchor,
            edited_at=document.content_updated_at.isoformat(),
        )
    section = chunk.section if isinstance(chunk, RepoDocumentChunk) else None
    return Place(
        kind="repository",
        mark=repo_section_mark(document, section.address)
        if section is not None and section.level
        else repo_document_mark(document),
        source=repository_mark(document.repository),
        label=document.repository.slug,
        source_key=document.path,
        section_anchor=section.anchor if section is not None else "",
        edited_at=document.edited_at.isoformat(),
    )


def collection_mark(collection: Collection) -> str:
    """``collection:NAME``."""
    return str(CollectionMark(collection.name))


def document_mark(document: Document, anchor: str = "") -> str:
    """``collection:NAME/SOURCE_KEY[#ANCHOR]``; the collection must be loaded."""
    return str(CollectionMark(document.collection.name, document.source_key, anchor or None))


def explain(fused: Fused, copies: int = 0) -> str:
    """Why a passage was found, in one line."""
    reasons = []
    for name, words in (
        ("exact", "the title, key or heading is the question itself"),
        ("lexical", "words match (rank {rank})"),
        ("dense", "meaning is close (rank {rank}, similarity {score:.2f})"),
        ("links", "other results link to its page"),
        ("rerank", "read together with the question (rank {rank}, {score:.2f})"),
    ):
        if name in fused.places:
            place = fused.places[name]
            reasons.append(words.format(rank=place.rank, score=place.score))
    if copies:
        reasons.append(f"the same text stands in {copies} more place{'s' if copies > 1 else ''}")
    text = "; ".join(reasons)
    return text[:1].upper() + text[1:]
