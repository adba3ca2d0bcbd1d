"""From the engine's offsets in the body to offsets and lines in the file."""

from bisect import bisect_right
from typing import TypedDict

from apps.text.lines import LineIndex

_BLANK = b" \t\r\n\x0b\x0c"


class Range(TypedDict):
    """Byte offsets in the body, as the engine gives them."""

    start: int
    end: int


class Place:
    """Where a body lies in its file: `base` is the byte at which it starts."""

    __slots__ = ("_starts", "base", "data", "lines")

    def __init__(self, data: bytes, base: int, lines: LineIndex) -> None:
        self.data = data
        self.base = base
        self.lines = lines
        self._starts = lines.starts

    def bounds(self, span: Range) -> tuple[int, int]:
        """Return the byte range in the file, without the blank bytes at its end."""
        start, end, data = self.base + span["start"], self.base + span["end"], self.data
        while end > start and data[end - 1] in _BLANK:
            end -= 1
        return start, end

    def line(self, offset: int) -> int:
        """Return the line in the file of the body's byte at `offset`."""
        return bisect_right(self._starts, self.base + offset)

    def line_range(self, span: Range) -> tuple[int, int]:
        """Return the lines of the first and of the last non-blank byte of a range."""
        start, end = self.bounds(span)
        starts = self._starts
        return bisect_right(starts, start), bisect_right(starts, max(start, end - 1))
