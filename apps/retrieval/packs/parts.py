"""What may go into a pack: pieces of a document or a source file, with an address and a score."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from apps.retrieval.hits import place_of
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.texts import ChunkBody, Texts
from apps.text.pieces import Piece


class Body(Protocol):
    """A text in pieces that must not be cut through; it is fetched when it is first asked for."""

    @property
    def pieces(self) -> Sequence[Piece]:
        """The pieces, in order."""
        ...

    @property
    def offset(self) -> int:
        """What to add to the lines of the pieces."""
        ...

    @property
    def is_partial(self) -> bool:
        """Whether the pieces are not all of it even before the budget cuts."""
        ...

    @property
    def size(self) -> int:
        """About how many characters it has, without fetching it; 0 where that is not known."""
        ...

    def render(self, pieces: Sequence[Piece]) -> str:
        """Some of the pieces as Markdown below an entry's heading."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """Something that may go into a pack; ``rest`` is the mark that leads to all of it."""

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
        body=ChunkBody(chunk, texts),
    )
