"""Collects HTML and keeps it well nested, whatever authors leave open."""

from apps.text.rendering.allowed import VOID_TAGS
from apps.text.rendering.raw_html import RawTag, RawText

MAX_DEPTH = 100
"""Open elements; parsing HTML costs depth times length, and no reader sees deeper."""


class Canvas:
    """Output with a stack of open elements.

    The renderer's own elements open and close in pairs; tags of the author live between them
    and are closed with the element of ours that holds them.
    """

    def __init__(self) -> None:
        self.parts: list[str] = []
        self._open: list[str] = []
        self._frames: list[tuple[int, str]] = []
        self._asides: list[tuple[list[str], list[str], list[tuple[int, str]]]] = []

    def add(self, html: str) -> None:
        """Append HTML that is balanced in itself."""
        self.parts.append(html)

    def open(self, html: str, closing: str) -> None:
        """Open elements of ours; `closing` is written by the matching `close`."""
        if len(self._open) + len(self._frames) >= MAX_DEPTH:
            html = closing = ""
        self.parts.append(html)
        self._frames.append((len(self._open), closing))

    def close(self) -> None:
        """Close what the last `open` opened, and the author's tags left open inside."""
        mark, closing = self._frames.pop()
        self._close_down_to(mark)
        self.parts.append(closing)

    def add_raw(self, piece: RawText | RawTag | None) -> None:
        """Append a piece of the author's own HTML, kept in balance."""
        if isinstance(piece, RawText):
            self.parts.append(piece.html)
        elif isinstance(piece, RawTag):
            self._add_tag(piece)

    def is_inside_raw(self, name: str) -> bool:
        """Tell whether a tag of the author is open around the current place."""
        return name in self._open

    def begin_aside(self) -> None:
        """Collect what follows apart from the text around it."""
        self._asides.append((self.parts, self._open, self._frames))
        self.parts, self._open, self._frames = [], [], []

    def end_aside(self) -> str:
        """Return what was collected since `begin_aside` and go on with the text around it."""
        html = self.html()
        self.parts, self._open, self._frames = self._asides.pop()
        return html

    def html(self) -> str:
        """Return everything, with all that is still open closed."""
        while self._frames:
            self.close()
        self._close_down_to(0)
        return "".join(self.parts)

    def _add_tag(self, tag: RawTag) -> None:
        floor = self._frames[-1][0] if self._frames else 0
        if tag.is_close:
            for index in range(len(self._open) - 1, floor - 1, -1):
                if self._open[index] == tag.name:
                    self._close_down_to(index)
                    return
        elif tag.name in VOID_TAGS:
            self.parts.append(f"<{tag.name}{tag.attributes}>")
        elif tag.is_empty:
            self.parts.append(f"<{tag.name}{tag.attributes}></{tag.name}>")
        elif len(self._open) + len(self._frames) < MAX_DEPTH:
            self.parts.append(f"<{tag.name}{tag.attributes}>")
            self._open.append(tag.name)

    def _close_down_to(self, mark: int) -> None:
        while len(self._open) > mark:
            self.parts.append(f"</{self._open.pop()}>")
