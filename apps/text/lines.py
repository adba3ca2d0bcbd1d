"""Line numbers for byte offsets, counted once per document."""

from bisect import bisect_right
from itertools import accumulate


class LineIndex:
    """Where the lines of a UTF-8 text start; LF, CRLF and CR end a line, a form feed does not."""

    __slots__ = ("starts",)

    def __init__(self, data: bytes) -> None:
        ends = accumulate(map(len, data.splitlines(keepends=True)))
        self.starts = [0, *ends]

    def line_of(self, offset: int) -> int:
        """Return the 1-based number of the line that holds the byte at `offset`."""
        return bisect_right(self.starts, offset, 0, self._count or 1)

    def start_of(self, offset: int) -> int:
        """Return the offset at which the line of `offset` starts."""
        return self.starts[self.line_of(offset) - 1]

    @property
    def _count(self) -> int:
        return len(self.starts) - 1

    @property
    def count(self) -> int:
        """Number of lines; a line end at the very end opens no further line."""
        return self._count
