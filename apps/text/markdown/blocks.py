"""Top-level blocks that cover every non-blank byte exactly once."""

from collections.abc import Iterable
from itertools import pairwise

from apps.text.markdown.place import Place
from apps.text.structure import Block, BlockKind, new

_BLANK = b" \t\r\n\x0b\x0c"
_LF = ord("\n")
_GAPS = {b"\n": 1, b"\n\n": 2, b"\n\n\n": 3}
"""What nearly always lies between two blocks, with the number of its line ends."""

Span = tuple[BlockKind, int, int, list[int]]
"""Kind, start and end of a top-level block as the engine bounds it; starts of a list's items."""


class Cover:
    """Turns engine spans into blocks, and whatever lies between them as well.

    A block starts at its line's start and ends behind its last non-blank byte. The text that the
    engine leaves out is that of link reference definitions.
    """

    def __init__(self, place: Place) -> None:
        self._place = place
        self._data = place.data
        self._lined = place.lined
        self._blocks: list[Block] = []

    def build(self, spans: Iterable[Span]) -> list[Block]:
        """Return the blocks of the body."""
        data, lined, blocks, done = self._data, self._lined, self._blocks, self._place.base
        count, gaps = lined.count, _GAPS.get
        line = 1 + count(b"\n", 0, done)
        for kind, first, stop, item_starts in spans:
            begin = first
            if first <= done:
                begin = done
            elif lined[first - 1] != _LF:
                begin = lined.rfind(b"\n", done, first) + 1 or done
            end = stop
            while end > begin and data[end - 1] in _BLANK:
                end -= 1
            if end > begin:
                line += gaps(lined[done:begin]) or self._pass_over(done, begin)
                last = line + count(b"\n", begin, end)
                items = self._items(item_starts, begin, end) if item_starts else ()
                blocks.append(new(Block, (kind, begin, end, line, last, items)))
                done, line = end, last
        self._add_uncovered(done, len(data))
        return blocks

    def _items(self, item_starts: list[int], begin: int, end: int) -> tuple[tuple[int, int], ...]:
        data, line_end = self._data, self._lined.rfind
        heads = [line_end(b"\n", 0, item) + 1 for item in item_starts[1:]]
        edges = pairwise([begin, *heads, end])
        return tuple([(a, a + len(data[a:b].rstrip(_BLANK))) for a, b in edges])

    def _pass_over(self, start: int, end: int) -> int:
        """Add what stands in a gap between two blocks; return the number of its line ends."""
        if not self._data[start:end].isspace():
            self._add_uncovered(start, end)
        return self._lined.count(b"\n", start, end)

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
        run = self._data[first:stop].rstrip(_BLANK)
        kind = BlockKind.DEFINITION if run.lstrip().startswith(b"[") else BlockKind.OTHER
        last = first + len(run)
        lines = self._place.line_at(first), self._place.line_at(last - 1)
        self._blocks.append(Block(kind, first, last, *lines))
