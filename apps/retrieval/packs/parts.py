"""What may go into a pack: pieces of a document or a source file, with an address and a score."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Protocol
from uuid import UUID

from apps.collections.models import Document
from apps.retrieval.hits import place_of
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.pack import Reason
from apps.text.excerpts import Piece, excerpt, fenced, pieces_between, pieces_of
from apps.text.parse import parse_document
from apps.text.structure import BlockKind, ParsedDocument

# Headings of entries have level 2.
ENTRY_LEVEL = 2
# Of longer documents only the chunk itself is parsed.
LONGEST_PARSED = 400_000


class Body(Protocol):
    """A text in pieces that must not be cut through."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces, in order."""
        ...

    @property
    def offset(self) -> int:
        """What to add to the lines of the pieces."""
        ...

    def render(self, pieces: Sequence[Piece]) -> str:
        """Some of the pieces as Markdown below an entry's heading."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """Something that may go into a pack; ``rest`` is the mark that leads to all of it.

    ``is_partial`` says that ``body`` is not all of it even before the budget cuts.
    """

    reason: Reason
    score: float
    why: str
    mark: str
    rest: str
    title: str
    heading_path: tuple[str, ...]
    source: str
    document_id: str
    chunk_id: str
    body: Body
    is_partial: bool = False


class Texts:
    """The documents of one pack, each parsed at most once."""

    def __init__(self) -> None:
        self._known: dict[UUID, tuple[ParsedDocument, list[Piece]]] = {}

    def body_of(self, chunk: AnyChunk) -> "ChunkBody":
        """The blocks that a chunk holds, whole where the chunk has only a part of one."""
        document = chunk.document
        if len(document.content) > LONGEST_PARSED:
            parsed = parse_document(chunk.content, name=name_of(chunk))
            return ChunkBody(parsed, tuple(pieces_of(parsed)), chunk.start_line - 1)
        if document.pk not in self._known:
            parsed = parse_document(document.content, name=name_of(chunk))
            self._known[document.pk] = parsed, pieces_of(parsed)
        parsed, pieces = self._known[document.pk]
        within = pieces_between(pieces, chunk.start_line, chunk.end_line)
        return ChunkBody(parsed, tuple(within), 0)


def name_of(chunk: AnyChunk) -> str:
    """The key or path of a chunk's document, which tells its format."""
    document = chunk.document
    return document.source_key if isinstance(document, Document) else document.path


@dataclass(frozen=True, slots=True)
class ChunkBody:
    """Blocks of a document; ``offset`` is added to their lines."""

    parsed: ParsedDocument
    pieces: tuple[Piece, ...]
    offset: int

    def render(self, pieces: Sequence[Piece]) -> str:
        """The blocks with their headings demoted."""
        return excerpt(self.parsed, pieces, below=ENTRY_LEVEL)


class CodeBody:
    """Lines of a source file; each line is a piece."""

    offset = 0

    def __init__(self, text: str, language: str, first_line: int) -> None:
        self._lines = text.splitlines() or [""]
        self._language = language
        self._first = first_line

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """One for each line; their offsets are numbers of lines."""
        first = self._first
        return tuple(
            Piece(BlockKind.CODE, index, index + 1, first + index, first + index)
            for index in range(len(self._lines))
        )

    def render(self, pieces: Sequence[Piece]) -> str:
        """The lines in a fence."""
        return fenced("\n".join(self._lines[one.start] for one in pieces), self._language)


def chunk_part(chunk: AnyChunk, texts: Texts, *, reason: Reason, score: float, why: str) -> Part:
    """A chunk as a part."""
    place = place_of(chunk)
    return Part(
        reason=reason,
        score=score,
        why=why,
        mark=place.mark,
        rest=f"chunk:{chunk.pk}",
        title=chunk.document.title,
        heading_path=tuple(chunk.heading_path),
        source=place.source,
        document_id=str(chunk.document_id),
        chunk_id=str(chunk.pk),
        body=texts.body_of(chunk),
    )
