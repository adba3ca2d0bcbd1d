"""The lines of a source, and the byte ranges they stand for."""

from apps.text.lines import LineIndex

BLANK = " \t\x0b\x0c"
_BOM = b"\xef\xbb\xbf"


class Lined:
    """A source by lines, without their ends and the blanks before them; tabs are expanded."""

    __slots__ = ("data", "index", "texts")

    def __init__(self, source: str) -> None:
        self.data = source.encode()
        self.index = LineIndex(self.data)
        raw = self.data.removeprefix(_BOM).splitlines()
        self.texts = [line.decode().expandtabs(8).rstrip(BLANK) for line in raw]

    def start(self, line: int) -> int:
        """Return the first byte of a line (0-based); a byte-order mark belongs to none."""
        if line >= self.index.count:
            return len(self.data)
        return self.index.starts[line] or len(self.data) - len(self.data.removeprefix(_BOM))

    def bounds(self, first: int, last: int) -> tuple[int, int]:
        """Return the bytes of the lines `first` to `last` (not included), up to the last sign."""
        start = self.start(first)
        return start, start + len(self.data[start : self.start(last)].rstrip())
