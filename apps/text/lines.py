"""Line numbers for byte offsets, counted once per document."""

from bisect import bisect_right
from itertools import accumulate

import numpy as np

_LF = ord("\n")


class LineIndex:
    """Where the lines of a UTF-8 text start; LF, CRLF and CR end a line, a form feed does not."""

    __slots__ = ("count", "size", "starts")

    def __init__(self, data: bytes) -> None:
        ends = _line_ends(data)
        self.count = len(ends)
        """Number of lines; a line end at the very end opens no further line."""
        self.starts = [0, *ends[:-1]]
        self.size = len(data)

    def line_of(self, offset: int) -> int:
        """Return the 1-based number of the line that holds the byte at `offset`."""
        return bisect_right(self.starts, offset)

    def start_of(self, offset: int) -> int:
        """Return the offset at which the line of `offset` starts."""
        return self.starts[bisect_right(self.starts, offset) - 1]

    def end_of(self, offset: int) -> int:
        """Return the offset at which the line after that of `offset` starts, or the file's size."""
        line = bisect_right(self.starts, offset)
        return self.starts[line] if line < len(self.starts) else self.size


def _line_ends(data: bytes) -> list[int]:
    if b"\r" in data:
        return list(accumulate(map(len, data.splitlines(keepends=True))))
    ends: list[int] = ((np.frombuffer(data, np.uint8) == _LF).nonzero()[0] + 1).tolist()
    if data and not data.endswith(b"\n"):
        ends.append(len(data))
    return ends
