"""Packing sections into chunks: greedy, then mended where a chunk came out too small.

The rules, strongest first: no table or fence is broken; no chunk is smaller than the minimum
unless it is the only one; no chunk is larger than the maximum unless a table or fence makes it so;
a section that fits is kept whole.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from apps.text.chunking.sections import Section
from apps.text.chunking.segments import Segment, Segments
from apps.text.structure import Block, BlockKind


@dataclass(slots=True)
class Extent:
    """The character range of a chunk."""

    start: int
    end: int

    @property
    def size(self) -> int:
        return self.end - self.start


class Packer:
    """Packs one document; the lists of atoms and sections are in document order."""

    def __init__(
        self,
        source: str,
        atoms: Sequence[Block],
        segments: Segments,
        min_chars: int,
        max_chars: int,
    ) -> None:
        self._source = source
        self._atoms = atoms
        self._segments = segments
        self._min = max(1, min_chars)
        self._max = max_chars
        self._section_starts: list[int] = []
        self._out: list[Extent] = []

    def pack(self, sections: list[Section]) -> list[Extent]:
        """Return the ranges of all chunks."""
        self._section_starts = [section.start for section in sections]
        buffer: Section | None = None
        for group in _groups(sections):
            unit = group
            if buffer is not None:
                if unit.end - buffer.start <= self._max:
                    buffer = _joined(buffer, unit)
                    continue
                if buffer.size >= self._min:
                    self._out.append(Extent(buffer.start, buffer.end))
                elif not self._extend_last(buffer.end):
                    unit = _joined(buffer, unit)
            buffer = unit if unit.size <= self._max else None
            if buffer is None:
                self._split(unit)
        if buffer is not None:
            self._close(Extent(buffer.start, buffer.end), may_stand=buffer.has_body)
        return self._out

    def _extend_last(self, end: int) -> bool:
        """Add the text up to `end` to the last chunk, if it fits."""
        if self._out and end - self._out[-1].start <= self._max:
            self._out[-1].end = end
            return True
        return False

    def _split(self, unit: Section) -> None:
        """Fill chunks with the segments of an over-long unit, breaking them where they must be."""
        waiting = self._segments.of_blocks(unit.first, unit.last)[::-1]
        own = len(self._out)
        current: Extent | None = None
        while waiting:
            segment = waiting.pop()
            start = segment.start if current is None else current.start
            if segment.end - start <= self._max:
                current = Extent(start, segment.end)
                continue
            is_small = current is None or self._trimmed(current).size < self._min
            if is_small and (finer := self._finer(segment)):
                waiting.extend(reversed(finer))
            elif current is None or (is_small and not self._give_back(current, own)):
                self._out.append(Extent(start, segment.end))
                current = None
            else:
                if not is_small:
                    self._out.append(self._trimmed(current))
                current = None
                waiting.append(segment)
        if current is not None and (last := self._trimmed(current)).size:
            self._close(last, may_stand=True)

    def _finer(self, segment: Segment) -> list[Segment]:
        return self._segments.finer(segment, words=segment.size > self._max)

    def _give_back(self, current: Extent, own: int) -> bool:
        """Add a small chunk to the one before it, when both come from the same unit and fit."""
        return len(self._out) > own and self._extend_last(self._trimmed(current).end)

    def _trimmed(self, extent: Extent) -> Extent:
        end = extent.end
        while end > extent.start and self._source[end - 1].isspace():
            end -= 1
        return Extent(extent.start, end)

    def _close(self, tail: Extent, *, may_stand: bool) -> None:
        """Add the last chunk, or merge it into the one before it when it is too small."""
        if not self._out or (may_stand and tail.size >= self._min):
            self._out.append(tail)
        elif not self._extend_last(tail.end):
            last = self._out[-1]
            highest = tail.end - self._min if may_stand else tail.start - 1
            cut = self._fair_cut(last.start, highest, tail.end)
            if cut is None:
                last.end = tail.end
            else:
                self._out[-1] = self._trimmed(Extent(last.start, cut))
                self._out.append(Extent(cut, tail.end))

    def _fair_cut(self, start: int, highest: int, end: int) -> int | None:
        """Return where to cut a range so that both parts keep to the limits, or None.

        A section's start is taken before a block's start, that before an item or a sentence;
        of equals the last one that is not behind `highest`.
        """
        low = max(start + self._min, end - self._max)
        high = min(highest, end - self._min, start + self._max)
        for candidates in (self._section_cuts, self._block_cuts, self._inner_cuts):
            for cut in candidates(low, high):
                if self._trimmed(Extent(start, cut)).size >= self._min:
                    return cut
        return None

    def _section_cuts(self, low: int, high: int) -> Iterator[int]:
        last = bisect_right(self._section_starts, high)
        first = bisect_left(self._section_starts, low, 0, last)
        yield from reversed(self._section_starts[first:last])

    def _block_cuts(self, low: int, high: int) -> Iterator[int]:
        first, last = self._atoms_between(low, high)
        for index in range(last - 1, max(first, 1) - 1, -1):
            if self._atoms[index - 1].kind is not BlockKind.HEADING:
                yield self._atoms[index].start

    def _inner_cuts(self, low: int, high: int) -> Iterator[int]:
        first, last = self._atoms_between(low, high)
        waiting = self._segments.of_blocks(max(0, first - 1), last)
        while waiting:
            segment = waiting.pop()
            if low <= segment.start <= high and segment.depth:
                yield segment.start
            if segment.start < high and segment.end > low:
                waiting.extend(self._finer(segment))

    def _atoms_between(self, low: int, high: int) -> tuple[int, int]:
        first = bisect_left(self._atoms, low, key=_start_of)
        return first, bisect_right(self._atoms, high, lo=first, key=_start_of)


def _start_of(atom: Block) -> int:
    return atom.start


def _groups(sections: list[Section]) -> list[Section]:
    """Join each section that is only a heading to the section after it."""
    groups: list[Section] = []
    pending: Section | None = None
    for section in sections:
        joined = section if pending is None else _joined(pending, section)
        pending = None if section.has_body else joined
        if pending is None:
            groups.append(joined)
    if pending is not None:
        groups.append(pending)
    return groups


def _joined(first: Section, second: Section) -> Section:
    has_body = first.has_body or second.has_body
    return Section(first.start, second.end, first.first, second.last, first.headings, has_body)
