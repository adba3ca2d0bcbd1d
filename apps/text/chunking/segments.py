"""Segments: stretches of a document that are kept whole as long as that is possible."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from apps.text.chunking.breaks import line_breaks, sentence_breaks, word_breaks
from apps.text.structure import Block, BlockKind, ParsedDocument

_LINED = frozenset(
    {
        BlockKind.CODE,
        BlockKind.DEFINITION,
        BlockKind.FRONT_MATTER,
        BlockKind.HTML,
        BlockKind.OTHER,
        BlockKind.TABLE,
    }
)


@dataclass(slots=True)
class Segment:
    """A stretch that ends with `core_start … end` of an atom; before it only headings stand.

    `depth` tells how it was made: 0 a whole block, 1 an item, 2 a sentence or line, 3 words.
    """

    start: int
    end: int
    core_start: int
    atom: Block
    depth: int = 0

    @property
    def size(self) -> int:
        return self.end - self.start


class Segments:
    """Makes segments of blocks, and finer ones of segments."""

    def __init__(self, parsed: ParsedDocument, atoms: Sequence[Block], max_chars: int) -> None:
        self._source = parsed.source
        self._atoms = atoms
        self._word_step = max(1, max_chars // 10)
        self._heading_run = max_chars // 2
        self._parsed = parsed
        self._line_starts: dict[int, list[int]] = {}

    @cached_property
    def _guarded(self) -> list[tuple[int, int]]:
        """The lines of all tables and fences."""
        guarded = [(code.start_line, code.end_line) for code in self._parsed.code_blocks]
        guarded += [(table.start_line, table.end_line) for table in self._parsed.tables]
        return sorted(guarded)

    def of_blocks(self, first: int, last: int) -> list[Segment]:
        """Return one segment per block, where a heading goes with the block that follows it.

        A run of headings longer than half a chunk goes by itself.
        """
        segments: list[Segment] = []
        start: int | None = None
        for atom in self._atoms[first:last]:
            start = atom.start if start is None else start
            if atom.kind is not BlockKind.HEADING or atom.end - start > self._heading_run:
                segments.append(Segment(start, atom.end, atom.start, atom))
                start = None
        if start is not None:
            atom = self._atoms[last - 1]
            segments.append(Segment(start, atom.end, atom.start, atom))
        return segments

    def finer(self, segment: Segment, *, words: bool) -> list[Segment]:
        """Return the next finer segments, or none when it is atomic.

        With `words` a sentence may be broken too. Tables and fences are never broken, wherever
        they stand.
        """
        if self._guards_of(segment.atom)[:1] == [(segment.atom.start, segment.atom.end)]:
            return []
        if segment.depth < 1 and segment.atom.kind is BlockKind.LIST:
            found = _cut(segment, (start for start, _ in segment.atom.items), 1)
            if len(found) > 1:
                return found
        if segment.depth < 2:
            by_line = segment.atom.kind in _LINED
            for find in (line_breaks, sentence_breaks) if by_line else (sentence_breaks,):
                breaks = find(self._source, segment.core_start, segment.end)
                found = _cut(segment, self._allowed(segment, breaks), 2)
                if len(found) > 1:
                    return found
        if not words or segment.depth > 2:
            return []
        breaks = word_breaks(self._source, segment.core_start, segment.end, self._word_step)
        found = _cut(segment, self._allowed(segment, breaks), 3)
        return found if len(found) > 1 else []

    def _allowed(self, segment: Segment, breaks: Iterable[int]) -> list[int]:
        """Drop the breaks inside tables and fences, and add those around them."""
        guards = self._guards_of(segment.atom)
        if not guards:
            return list(breaks)
        starts = [start for start, _ in guards]
        kept = set()
        for position in breaks:
            index = bisect_left(starts, position) - 1
            if index < 0 or guards[index][1] <= position:
                kept.add(position)
        kept.update(edge for guard in guards for edge in guard)
        return sorted(kept)

    def _guards_of(self, atom: Block) -> list[tuple[int, int]]:
        """Return the character ranges of the tables and fences in a block, in order."""
        first_line, last_line = atom.start_line, atom.end_line
        low = bisect_left(self._guarded, (first_line, 0))
        high = bisect_left(self._guarded, (last_line + 1, 0))
        if low == high:
            return []
        if atom.start not in self._line_starts:
            breaks = line_breaks(self._source, atom.start, atom.end)
            self._line_starts[atom.start] = [atom.start, *breaks, atom.end]
        starts = self._line_starts[atom.start]
        merged: list[tuple[int, int]] = []
        for first, last in self._guarded[low:high]:
            start = starts[min(first - first_line, len(starts) - 1)]
            end = starts[min(last - first_line + 1, len(starts) - 1)]
            if merged and start < merged[-1][1]:
                merged[-1] = (merged[-1][0], max(end, merged[-1][1]))
            else:
                merged.append((start, end))
        return merged


def _cut(segment: Segment, breaks: Iterable[int], depth: int) -> list[Segment]:
    """Cut a segment at the breaks that lie inside its core."""
    cuts = [cut for cut in breaks if segment.core_start < cut < segment.end]
    edges = [segment.start, *cuts, segment.end]
    return [
        Segment(a, b, max(a, segment.core_start), segment.atom, depth) for a, b in pairwise(edges)
    ]
