"""From the engine's offsets in the body to offsets and lines in the file."""

from typing import TypedDict

from apps.text.lines import LineIndex


class Range(TypedDict):
    """Byte offsets in the body, as the engine gives them."""

    start: int
    end: int


class Place:
    """Where a body lies in its file: `base` is the byte at which it starts."""

    __slots__ = ("base", "data", "lines")

    def __init__(self, data: bytes, base: int, lines: LineIndex) -> None:
        self.data = data
        self.base = base
        self.lines = lines

    def bounds(self, span: Range) -> tuple[int, int]:
        """Return the byte range in the file, without the blank bytes at its end."""
        start, end = self.base + span["start"], self.base + span["end"]
        return start, start + len(self.data[start:end].rstrip())

    def line(self, offset: int) -> int:
        """Return the line in the file of the body's byte at `offset`."""
        return self.lines.line_of(self.base + offset)

    def line_range(self, span: Range) -> tuple[int, int]:
        """Return the lines of the first and of the last non-blank byte of a range."""
        start, end = self.bounds(span)
        return self.lines.line_of(start), self.lines.line_of(max(start, end - 1))
