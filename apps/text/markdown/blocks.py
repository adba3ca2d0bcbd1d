"""Top-level blocks that cover every non-blank byte exactly once."""

from itertools import pairwise

from apps.text.markdown.place import Place
from apps.text.structure import Block, BlockKind, new

_BLANK = b" \t\r\n\x0b\x0c"
_LF = ord("\n")
_GAPS = {b"\n": 1, b"\n\n": 2, b"\n\n\n": 3}
"""What nearly always lies between two blocks, with the number of its line ends."""
_NO_ITEMS: list[int] = []


class Cover:
    """Turns the engine's ranges into blocks, and whatever lies between them as well.

    A block starts at its line's start and ends behind its last non-blank byte. The text that the
    engine leaves out is that of link reference definitions.
    """

    def __init__(self, place: Place) -> None:
        self.blocks: list[Block] = []
        self._place = place
        self._data = place.data
        self._lined = place.lined
        self._done = place.base
        self._line = place.line_at(place.base)

    def add(
        self, kind: BlockKind, first: int, stop: int, item_starts: list[int] = _NO_ITEMS
    ) -> Block | None:
        """Add the next block, bounded as the engine has it, and return it unless it is empty.

        `item_starts` are the bytes at which a list's items start. The place is told the line.
        """
        data, lined, done = self._data, self._lined, self._done
        begin, end = first, stop
        if first <= done:
            begin = done
        elif lined[first - 1] != _LF:
            begin = lined.rfind(b"\n", done, first) + 1 or done
        while end > begin and data[end - 1] in _BLANK:
            end -= 1
        if end <= begin:
            return None
        line = self._line + (_GAPS.get(lined[done:begin]) or self._pass_over(done, begin))
        last = line + lined.count(b"\n", begin, end)
        self._done, self._line = end, last
        place = self._place
        place.known, place.line = begin, line
        items = self._items(item_starts, begin, end) if item_starts else ()
        block = new(Block, (kind, begin, end, line, last, items))
        self.blocks.append(block)
        return block

    def finish(self) -> None:
        """Add what stands behind the last block."""
        self._add_uncovered(self._done, len(self._data))

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
        self.blocks.append(Block(kind, first, last, *lines))
