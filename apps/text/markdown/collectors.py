"""What gathers headings, code blocks, tables and links while the events pass by."""

from typing import Any

from apps.text.anchors import AnchorRegister
from apps.text.links import classify_href
from apps.text.markdown.info import language_of
from apps.text.markdown.place import Place, Range
from apps.text.structure import CodeBlock, Heading, Link, Table


class Headings:
    """Gathers headings; the text of images counts only where there is no other text."""

    def __init__(self, place: Place) -> None:
        self.found: list[Heading] = []
        self.text: list[str] | None = None
        self.alt: list[str] = []
        self._place = place
        self._anchors = AnchorRegister()

    def start(self, data: Any, span: Range) -> None:
        self.text, self.alt = [], []

    def end(self, data: Any, span: Range) -> None:
        text = " ".join("".join(self.text or ()).split())
        text = text or " ".join("".join(self.alt).split())
        start, end = self._place.bounds(span)
        line = self._place.line(span["start"])
        anchor = self._anchors.take(text)
        self.found.append(Heading(int(data[1]), text, anchor, line, start, end))
        self.text = None


class CodeBlocks:
    """Gathers fences; indented code is read over, as its text is no fence."""

    def __init__(self, place: Place) -> None:
        self.found: list[CodeBlock] = []
        self.text: list[str] | None = None
        self._place = place
        self._info: str | None = None

    def start(self, data: Any, span: Range) -> None:
        self.text = []
        self._info = data["Fenced"] if isinstance(data, dict) else None

    def end(self, data: Any, span: Range) -> None:
        if self._info is not None:
            content = "".join(self.text or ())
            if "\r" in content:
                content = content.replace("\r\n", "\n").replace("\r", "\n")
            first, last = self._place.line(span["start"]), self._place.last_line(span)
            self.found.append(CodeBlock(language_of(self._info), content, first, last))
        self.text = None


class Tables:
    """Gathers tables: the visible text of each cell."""

    def __init__(self, place: Place) -> None:
        self.found: list[Table] = []
        self.text: list[str] | None = None
        self.cell_end: int | None = None
        self._place = place
        self._rows: list[list[str]] = []

    def start(self, data: Any, span: Range) -> None:
        self._rows = []

    def start_row(self, data: Any, span: Range) -> None:
        self._rows.append([])

    def start_cell(self, data: Any, span: Range) -> None:
        self.text = []
        self.cell_end = span["end"]

    def end_cell(self, data: Any, span: Range) -> None:
        self._rows[-1].append("".join(self.text or ()).strip())
        self.text = self.cell_end = None

    def end(self, data: Any, span: Range) -> None:
        header, *rows = (tuple(row) for row in self._rows)
        first, last = self._place.line(span["start"]), self._place.last_line(span)
        self.found.append(Table(header, tuple(rows), first, last))


class Links:
    """Gathers links that the engine knows; images are none, a linked image is one."""

    def __init__(self, place: Place) -> None:
        self.found: list[Link] = []
        self.text: list[str] | None = None
        self.images = 0
        self._place = place
        self._href = ""

    def start(self, data: Any, span: Range) -> None:
        if not self.images:
            self.text = []
            self._href = data["dest_url"]
            if data["link_type"] == "Email":
                self._href = f"mailto:{self._href}"

    def end(self, data: Any, span: Range) -> None:
        if not self.images:
            text = " ".join("".join(self.text or ()).split())
            line = self._place.line(span["start"])
            self.found.append(Link(text, self._href, line, classify_href(self._href)))
            self.text = None

    def start_image(self, data: Any, span: Range) -> None:
        self.images += 1

    def end_image(self, data: Any, span: Range) -> None:
        self.images -= 1
