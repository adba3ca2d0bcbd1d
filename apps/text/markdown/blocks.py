"""Top-level blocks that cover every non-blank byte exactly once."""

from bisect import bisect_right
from collections.abc import Iterable
from itertools import pairwise

from apps.text.structure import Block, BlockKind, new

_BLANK = b" \t\r\n\x0b\x0c"

Span = tuple[BlockKind, int, int, list[int]]
"""Kind, start and end of a top-level block as the engine bounds it; starts of a list's items."""


class Cover:
    """Turns engine spans into blocks, and whatever lies between them as well.

    A block starts at its line's start and ends behind its last non-blank byte. The text that the
    engine leaves out is that of link reference definitions.
    """

    def __init__(self, data: bytes, line_starts: list[int]) -> None:
        self._data = data
        self._starts = line_starts
        self._blocks: list[Block] = []

    def build(self, spans: Iterable[Span], start: int) -> list[Block]:
        """Return the blocks of the body that begins at byte `start`."""
        data, starts, blocks, done = self._data, self._starts, self._blocks, start
        line = 0
        for kind, first, stop, item_starts in spans:
            line = bisect_right(starts, first, line)
            begin = starts[line - 1]
            if begin <= done:
                begin = done
            elif not data[done:begin].isspace():
                self._add_uncovered(done, begin)
            end = stop
            while end > begin and data[end - 1] in _BLANK:
                end -= 1
            if end > begin:
                items = self._items(item_starts, begin, end) if item_starts else ()
                last = bisect_right(starts, end - 1, line - 1)
                blocks.append(new(Block, (kind, begin, end, line, last, items)))
                done = end
                line = last - 1
        self._add_uncovered(done, len(data))
        return blocks

    def _trim(self, start: int, end: int) -> int:
        data = self._data
        while end > start and data[end - 1] in _BLANK:
            end -= 1
        return end

    def _items(self, item_starts: list[int], begin: int, end: int) -> tuple[tuple[int, int], ...]:
        starts = self._starts
        heads = [starts[bisect_right(starts, item) - 1] for item in item_starts[1:]]
        edges = [begin, *heads, end]
        return tuple([(a, self._trim(a, b)) for a, b in pairwise(edges)])

    def _add_uncovered(self, start: int, end: int) -> None:
        """Add a block for each run of lines that are not blank."""
        first, position = None, start
        for line in self._data[start:end].splitlines(keepends=True):
            if line.isspace():
                self._add_run(first, position)
                first = None
            elif first is None:
                first = position
            position += len(line)
        self._add_run(first, position)

    def _add_run(self, first: int | None, stop: int) -> None:
        if first is None:
            return
        last = self._trim(first, stop)
        is_definition = self._data[first:last].lstrip().startswith(b"[")
        kind = BlockKind.DEFINITION if is_definition else BlockKind.OTHER
        lines = bisect_right(self._starts, first), bisect_right(self._starts, last - 1)
        self._blocks.append(Block(kind, first, last, *lines))
