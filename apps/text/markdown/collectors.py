"""What gathers headings, code blocks, tables and links while the events pass by.

Each collector puts a list into the shared `sinks` while it is open; the walk appends the text of
every event to all lists there.
"""

from typing import Any

from apps.text.anchors import AnchorRegister
from apps.text.links import classify_href
from apps.text.markdown.info import language_of
from apps.text.markdown.place import Place, Range
from apps.text.structure import CodeBlock, Heading, Link, Table

Sinks = list[list[str]]


def _joined(parts: list[str]) -> str:
    return " ".join((parts[0] if len(parts) == 1 else "".join(parts)).split())


class Headings:
    """Gathers headings; the text of images counts only where there is no other text."""

    def __init__(self, place: Place, sinks: Sinks) -> None:
        self.found: list[Heading] = []
        self._place = place
        self._sinks = sinks
        self._anchors = AnchorRegister()
        self._text: list[str] = []
        self._alt: list[str] = []
        self._is_open = False

    def start(self, _data: Any, _span: Range) -> None:
        self._text, self._alt = [], []
        self._is_open = True
        self._sinks.append(self._text)

    def start_image(self) -> None:
        if self._is_open:
            self._sinks[0] = self._alt

    def end_image(self) -> None:
        if self._is_open:
            self._sinks[0] = self._text

    def end(self, data: Any, span: Range) -> None:
        self._is_open = False
        self._sinks.clear()
        text = _joined(self._text) or _joined(self._alt)
        start, end = self._place.bounds(span)
        line = self._place.lines.line_of(start)
        self.found.append(Heading(int(data[1]), text, self._anchors.take(text), line, start, end))


class CodeBlocks:
    """Gathers fences; indented code is read over, as it is no fence."""

    def __init__(self, place: Place, sinks: Sinks) -> None:
        self.found: list[CodeBlock] = []
        self.is_open = False
        self._place = place
        self._sinks = sinks
        self._text: list[str] = []
        self._info: str | None = None

    def start(self, data: Any, _span: Range) -> None:
        self._text = []
        self._sinks.append(self._text)
        self._info = data["Fenced"] if isinstance(data, dict) else None
        self.is_open = True

    def end(self, _data: Any, span: Range) -> None:
        self.is_open = False
        self._sinks.clear()
        if self._info is None:
            return
        content = "".join(self._text)
        if "\r" in content:
            content = content.replace("\r\n", "\n").replace("\r", "\n")
        first, last = self._place.line_range(span)
        self.found.append(CodeBlock(language_of(self._info), content, first, last))


class Tables:
    """Gathers tables: the visible text of each cell."""

    def __init__(self, place: Place, sinks: Sinks) -> None:
        self.found: list[Table] = []
        self.cell_end: int | None = None
        self._place = place
        self._sinks = sinks
        self._text: list[str] = []
        self._rows: list[list[str]] = []

    def start(self, _data: Any, _span: Range) -> None:
        self._rows = []

    def start_row(self, _data: Any, _span: Range) -> None:
        self._rows.append([])

    def start_cell(self, _data: Any, span: Range) -> None:
        self._text = []
        self._sinks.append(self._text)
        self.cell_end = span["end"]

    def end_cell(self, _data: Any, _span: Range) -> None:
        self._rows[-1].append("".join(self._text).strip())
        self._sinks.clear()
        self.cell_end = None

    def end(self, _data: Any, span: Range) -> None:
        header, *rows = map(tuple, self._rows)
        self.found.append(Table(header, tuple(rows), *self._place.line_range(span)))


class Links:
    """Gathers links that the engine knows; images are none, a linked image is one."""

    def __init__(self, place: Place, sinks: Sinks, headings: Headings) -> None:
        self.found: list[Link] = []
        self.depth = 0
        self._place = place
        self._sinks = sinks
        self._headings = headings
        self._images = 0
        self._text: list[str] = []
        self._href = ""

    def start(self, data: Any, _span: Range) -> None:
        self.depth += 1
        if not self._images:
            self._text = []
            self._sinks.append(self._text)
            self._href = data["dest_url"]
            if data["link_type"] == "Email":
                self._href = f"mailto:{self._href}"

    def end(self, _data: Any, span: Range) -> None:
        self.depth -= 1
        if not self._images:
            self._sinks.pop()
            line = self._place.line(span["start"])
            link_type = classify_href(self._href)
            self.found.append(Link(_joined(self._text), self._href, line, link_type))

    def start_image(self, _data: Any, _span: Range) -> None:
        self.depth += 1
        self._images += 1
        self._headings.start_image()

    def end_image(self, _data: Any, _span: Range) -> None:
        self.depth -= 1
        self._images -= 1
        if not self._images:
            self._headings.end_image()
