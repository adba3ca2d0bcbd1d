"""The chunker of collections: character budget, sections first, tables and fences whole."""

import hashlib
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from apps.text.chunking.atoms import atoms_of
from apps.text.chunking.pack import Extent, Packer
from apps.text.chunking.sections import Section, sections_of
from apps.text.chunking.segments import Segments
from apps.text.parse import PARSER_VERSION
from apps.text.structure import Block, Heading, ParsedDocument

CHUNKER_VERSION = "1"
SECTION_JOIN = " > "

_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class ChunkLimits:
    """Characters per chunk, at most and at least, and chunks per document. ValueError if absurd."""

    max_chars: int = 4000
    min_chars: int = 400
    max_chunks: int = 512

    def __post_init__(self) -> None:
        if not (self.max_chars >= 1 and 0 <= self.min_chars <= self.max_chars):
            raise ValueError("The limits must satisfy 0 <= min_chars <= max_chars, max_chars >= 1.")
        if self.max_chunks < 1:
            raise ValueError("max_chunks must be at least 1.")


@dataclass(frozen=True, slots=True)
class Chunk:
    """A slice of the source; `sections` are the paths (`A > B`) of the sections it touches.

    `heading_path`, `heading_level` and `section_anchor` name the section it stands for: its own,
    or the deepest one that all its sections share, or else its first.
    """

    index: int
    content: str
    heading_path: tuple[str, ...]
    heading_level: int | None
    section_anchor: str
    start_line: int
    end_line: int
    sections: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ChunkReport:
    """The chunks, and what the cap on their number left out (in characters)."""

    chunks: tuple[Chunk, ...]
    truncated: bool
    dropped_chars: int


def chunk_document(parsed: ParsedDocument, limits: ChunkLimits) -> ChunkReport:
    """Return the chunks of a document; without the cap they hold all its non-blank text, once."""
    atoms = atoms_of(parsed)
    sections = sections_of(parsed, atoms)
    segments = Segments(parsed, atoms, limits.max_chars)
    packer = Packer(parsed.source, atoms, segments, limits.min_chars, limits.max_chars)
    extents = packer.pack(sections)
    kept, dropped = extents[: limits.max_chunks], extents[limits.max_chunks :]
    chunks = tuple(_chunks(parsed.source, kept, sections, atoms))
    return ChunkReport(chunks, bool(dropped), sum(extent.size for extent in dropped))


def fingerprint(limits: ChunkLimits) -> str:
    """Return 16 hex digits that change with the parser, the chunker or the limits."""
    parts = (PARSER_VERSION, CHUNKER_VERSION, limits.max_chars, limits.min_chars, limits.max_chunks)
    return hashlib.sha256(":".join(map(str, parts)).encode()).hexdigest()[:16]


def _chunks(
    source: str, extents: list[Extent], sections: list[Section], atoms: Sequence[Block]
) -> Iterator[Chunk]:
    line, counted, first = 1, 0, 0
    line_ends = _counter_of(source)
    for index, extent in enumerate(extents):
        start, end = extent.start, extent.end
        while sections[first].end <= start:
            first += 1
        last = first
        while last < len(sections) and sections[last].start < end:
            last += 1
        if sections[first].start == start:
            line = atoms[sections[first].first].start_line
        else:
            line += line_ends(counted, start)
        if sections[last - 1].end == end:
            last_line = atoms[sections[last - 1].last - 1].end_line
        else:
            last_line = line + line_ends(start, end)
        paths = [section.headings for section in sections[first:last] if section.headings]
        shared = _shared(paths)
        yield Chunk(
            index,
            source[start:end],
            tuple([heading.text for heading in shared]),
            shared[-1].level if shared else None,
            shared[-1].anchor if shared else "",
            line,
            last_line,
            tuple([_name(path) for path in paths]),
        )
        line, counted = last_line, end


def _name(path: tuple[Heading, ...]) -> str:
    return SECTION_JOIN.join([heading.text for heading in path])


def _counter_of(source: str) -> Callable[[int, int], int]:
    """Return what counts the line ends between two offsets."""
    if "\r" in source:
        return lambda start, end: len(_LINE_END.findall(source, start, end))
    return lambda start, end: source.count("\n", start, end)


def _shared(paths: list[tuple[Heading, ...]]) -> tuple[Heading, ...]:
    """Return the deepest common prefix (by text) of heading paths, or the first path."""
    if not paths:
        return ()
    first = paths[0]
    depth = len(first)
    for path in paths[1:]:
        same = 0
        while same < min(depth, len(path)) and path[same].text == first[same].text:
            same += 1
        depth = same
        if not depth:
            break
    return first[:depth] or first
