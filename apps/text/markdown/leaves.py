"""Blocks without blocks inside: headings, code, HTML and tables."""

from collections.abc import Callable
from typing import Any

from apps.text.anchors import AnchorRegister
from apps.text.markdown.info import language_of
from apps.text.markdown.inlines import Alt, Events, Inlines, joined
from apps.text.markdown.place import Place, Range
from apps.text.structure import Block, CodeBlock, Heading, Table, new

_Reader = Callable[[Any, Range, Block | None], object]


class Leaves:
    """Has a reader for each kind of leaf, which reads on in `events` up to the leaf's end.

    A reader is given the leaf's block if it is a top-level one, whose lines are known already.
    """

    def __init__(self, events: Events, inlines: Inlines, place: Place) -> None:
        self.headings: list[Heading] = []
        self.code_blocks: list[CodeBlock] = []
        self.tables: list[Table] = []
        self.readers: dict[str, _Reader] = {
            "Heading": self._heading,
            "CodeBlock": self._code,
            "HtmlBlock": self._html,
            "Table": self._table,
            "Link": self._inline,
            "Image": self._inline,
        }
        self._events = events
        self._inlines = inlines
        self._anchors = AnchorRegister()
        self._place = place

    def _lines(self, span: Range, block: Block | None) -> tuple[int, int]:
        """Return the first and the last line of a leaf."""
        if block is None or block.start > self._place.base + span["start"]:
            return self._place.line_range(span)
        return block.start_line, block.end_line

    def _inline(self, tag: Any, span: Range, _block: Block | None) -> None:
        """Read a link or an image that stands in a list item without a paragraph."""
        self._inlines.open(tag, span)

    def _heading(self, tag: Any, span: Range, block: Block | None) -> None:
        """Read a heading; the text of images counts only where there is no other text."""
        pieces = self._inlines.read()
        if len(pieces) > 1 and Alt in map(type, pieces):
            text = joined([piece for piece in pieces if piece.__class__ is not Alt])
            text = text or joined([piece for piece in pieces if piece.__class__ is Alt])
        else:
            text = joined(pieces)
        start = self._place.base + span["start"]
        if block is None or block.start > start:
            start, end = self._place.bounds(span)
            line = self._place.line_at(start)
        else:
            end, line = block.end, block.start_line
        parts = int(tag["Heading"]["level"][1]), text, self._anchors.take(text), line, start, end
        self.headings.append(new(Heading, parts))

    def _code(self, tag: Any, span: Range, block: Block | None) -> None:
        """Read a fence; indented code is read over, as it is no fence."""
        pieces: list[str] = []
        for event, _ in self._events:
            if "Text" not in event:
                break
            pieces.append(event["Text"])
        kind = tag["CodeBlock"]
        if kind.__class__ is dict:
            content = "".join(pieces)
            if "\r" in content:
                content = content.replace("\r\n", "\n").replace("\r", "\n")
            parts = language_of(kind["Fenced"]), content, *self._lines(span, block)
            self.code_blocks.append(new(CodeBlock, parts))

    def _html(self, _tag: Any, _span: Range, _block: Block | None) -> None:
        for event, _ in self._events:
            if "End" in event:
                return

    def _table(self, _tag: Any, span: Range, block: Block | None) -> None:
        """Read a table: the visible text of each cell."""
        rows: list[list[str]] = []
        for event, inner in self._events:
            if "End" in event:
                if event["End"] == "Table":
                    break
                continue
            tag = event["Start"]
            if tag == "TableCell":
                rows[-1].append("".join(self._inlines.read(inner["end"])).strip())
            elif tag == "Paragraph":
                # The engine fills short rows up to a limit; what stands below is text to it.
                self._inlines.skim(tag)
                rows[-1] += [""] * (len(rows[0]) - len(rows[-1]))
            else:
                rows.append([])
        header, *body = map(tuple, rows)
        self.tables.append(Table(header, tuple(body), *self._lines(span, block)))
