"""One pass over the engine's events, gathering everything the index wants to know."""

from collections.abc import Callable
from typing import Any

from apps.text.anchors import AnchorRegister
from apps.text.markdown.blocks import Span
from apps.text.markdown.engine import ENGINE, mended
from apps.text.markdown.info import language_of
from apps.text.markdown.inlines import Alt, Inlines, joined
from apps.text.markdown.place import Place, Range
from apps.text.structure import BlockKind, CodeBlock, Heading, Table, new

_KINDS = {
    "Paragraph": BlockKind.PARAGRAPH,
    "HtmlBlock": BlockKind.HTML,
    "List": BlockKind.LIST,
    "CodeBlock": BlockKind.CODE,
    "Table": BlockKind.TABLE,
    "BlockQuote": BlockKind.QUOTE,
    "FootnoteDefinition": BlockKind.DEFINITION,
    "Heading": BlockKind.HEADING,
}
_RULE = BlockKind.RULE
_NOWHERE: Range = {"start": 0, "end": 0}
_NONE: list[int] = []
_Readers = dict[str, Callable[[Any, Range], object]]


class Walk:
    """Reads `body` and keeps what it finds, with offsets and lines of the file.

    `_run` sees the blocks and what stands in a list item without a paragraph; each kind of leaf
    has a reader that takes its events up to its end.
    """

    def __init__(self, body: str, place: Place) -> None:
        self.spans: list[Span] = []
        self.headings: list[Heading] = []
        self.code_blocks: list[CodeBlock] = []
        self.tables: list[Table] = []
        self._events: Any = ENGINE.events_with_range(mended(body), merge_text=True)
        self._inlines = Inlines(self._events, place)
        self.links = self._inlines.links
        self._anchors = AnchorRegister()
        self._place = place
        self._run()

    def _run(self) -> None:  # noqa: C901, PLR0912 - each call in here costs speed
        spans, base, readers = self.spans, self._place.base, self._readers()
        skim, unmarked = self._inlines.skim, self._inlines.unmarked
        depth, last = 0, _NOWHERE
        items = _NONE
        for event, span in self._events:
            if "Start" in event:
                value = event["Start"]
                if value.__class__ is str:
                    tag = value
                else:
                    (tag,) = value
                if not depth:
                    items = [] if tag == "List" else _NONE
                    spans.append((_KINDS[tag], base + span["start"], base + span["end"], items))
                elif tag == "Item" and depth == 1:
                    items.append(base + span["start"])
                if tag == "Paragraph":
                    last = span
                    skim(tag)
                elif tag not in readers:
                    depth += 1
                else:
                    last = span
                    readers[tag](value, span)
            elif "End" in event:
                depth -= 1
                value = event["End"]
                if value != "Item":
                    if value.__class__ is not dict or "List" not in value:
                        last = span
                    elif not depth:
                        self._close_list(last["end"])
            else:
                last = span
                if "Text" in event:
                    if unmarked.next < span["end"]:
                        unmarked.take(span)
                elif not depth and event == "Rule":
                    spans.append((_RULE, base + span["start"], base + span["end"], _NONE))

    def _readers(self) -> _Readers:
        return {
            "Heading": self._heading,
            "CodeBlock": self._code,
            "HtmlBlock": self._html,
            "Table": self._table,
            "Link": self._inlines.open,
            "Image": self._inlines.open,
        }

    def _heading(self, tag: Any, span: Range) -> None:
        """Read a heading; the text of images counts only where there is no other text."""
        level = tag["Heading"]["level"]
        pieces = self._inlines.read({"Heading": level})
        if len(pieces) > 1 and Alt in map(type, pieces):
            text = joined([piece for piece in pieces if piece.__class__ is not Alt])
            text = text or joined([piece for piece in pieces if piece.__class__ is Alt])
        else:
            text = joined(pieces)
        start, end = self._place.bounds(span)
        line = self._place.line_at(start)
        parts = int(level[1]), text, self._anchors.take(text), line, start, end
        self.headings.append(new(Heading, parts))

    def _code(self, tag: Any, span: Range) -> None:
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
            parts = language_of(kind["Fenced"]), content, *self._place.line_range(span)
            self.code_blocks.append(new(CodeBlock, parts))

    def _html(self, _tag: Any, _span: Range) -> None:
        for event, _ in self._events:
            if "End" in event:
                return

    def _table(self, _tag: Any, span: Range) -> None:
        """Read a table: the visible text of each cell."""
        rows: list[list[str]] = []
        for event, inner in self._events:
            tag = event.get("Start")
            if tag == "TableCell":
                pieces = self._inlines.read(tag, inner["end"])
                rows[-1].append("".join(pieces).strip())
            elif tag == "Paragraph":
                # The engine fills short rows up to a limit; what stands below is text to it.
                self._inlines.skim(tag)
                rows[-1] += [""] * (len(rows[0]) - len(rows[-1]))
            elif tag is not None:
                rows.append([])
            elif event["End"] == "Table":
                break
        header, *body = map(tuple, rows)
        self.tables.append(Table(header, tuple(body), *self._place.line_range(span)))

    def _close_list(self, end: int) -> None:
        """Cut a list behind its last content: the engine lets it run on over definitions."""
        kind, start, stop, items = self.spans[-1]
        marker_end = self._place.lined.find(b"\n", items[-1] if items else start) + 1 or stop
        end = min(stop, max(self._place.base + end, marker_end))
        self.spans[-1] = (kind, start, end, items)
