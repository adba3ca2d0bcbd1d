"""From the engine's offsets in the body to offsets and lines in the file."""

from typing import TypedDict

_BLANK = b" \t\r\n\x0b\x0c"


class Range(TypedDict):
    """Byte offsets in the body, as the engine gives them."""

    start: int
    end: int


class Place:
    """Where a body lies in its file: `base` is the byte at which it starts.

    `lined` is the file with one LF in place of each line end, byte for byte as long. Lines are
    counted from the last one asked for, which takes no index of all the lines of a file: whoever
    reads a document from its beginning to its end counts each of its bytes about once.
    """

    __slots__ = ("_count", "base", "data", "known", "line", "lined")

    def __init__(self, data: bytes, base: int) -> None:
        self.data = data
        self.base = base
        self.lined = data
        if b"\r" in data:
            self.lined = data.replace(b"\r\n", b" \n").replace(b"\r", b"\n")
        self._count = self.lined.count
        self.known = 0
        self.line = 1
        """The line of the byte at `known`."""

    def line_at(self, offset: int) -> int:
        """Return the line in the file of the file's byte at `offset`."""
        if offset >= self.known:
            self.line += self._count(b"\n", self.known, offset)
        else:
            self.line -= self._count(b"\n", offset, self.known)
        self.known = offset
        return self.line

    def bounds(self, span: Range) -> tuple[int, int]:
        """Return the byte range in the file, without the blank bytes at its end."""
        start, end, data = self.base + span["start"], self.base + span["end"], self.data
        while end > start and data[end - 1] in _BLANK:
            end -= 1
        return start, end

    def line_range(self, span: Range) -> tuple[int, int]:
        """Return the lines of the first and of the last non-blank byte of a range."""
        start, end = self.bounds(span)
        return self.line_at(start), self.line_at(max(start, end - 1))

    def line_count(self) -> int:
        """Return the number of lines; a line end at the very end opens no further line."""
        end = len(self.data)
        return self.line_at(end) - self.lined.endswith(b"\n") if end else 0
