"""One pass over the engine's events, gathering everything the index wants to know."""

import re
from collections.abc import Callable
from typing import Any

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.blocks import Span
from apps.text.markdown.collectors import CodeBlocks, Headings, Links, Sinks, Tables
from apps.text.markdown.engine import ENGINE
from apps.text.markdown.place import Place, Range
from apps.text.markdown.wiki import find_wiki_links
from apps.text.structure import BlockKind, Link, LinkType

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
_LONE_RETURN = re.compile(r"\r(?!\n)")
_Handlers = dict[str, Callable[[Any, Range], None]]


class Walk:
    """Reads `body` and keeps what it finds, with offsets and lines of the file."""

    def __init__(self, body: str, place: Place) -> None:
        self.spans: list[Span] = []
        self._sinks: Sinks = []
        self.headings = Headings(place, self._sinks)
        self.code_blocks = CodeBlocks(place, self._sinks)
        self.tables = Tables(place, self._sinks)
        self.links = Links(place, self._sinks, self.headings)
        self._place = place
        self._body = place.data[place.base :]
        self._wiki = find_wiki_links(self._body)[::-1]
        self._run(body)

    def _run(self, body: str) -> None:
        """The inner loop is long because each call in it costs a tenth of the whole speed."""
        sinks, starts, ends, wiki = self._sinks, self._starts(), self._ends(), self._wiki
        if "\r" in body:
            body = _LONE_RETURN.sub("\n", body)  # the engine knows no fence that a CR ends
        events: Any = ENGINE.events_with_range(body, merge_text=True)
        depth, last = 0, {"start": 0, "end": 0}
        for event, span in events:
            if event.__class__ is str:
                last = span
                self._mark(event, span, depth)
                continue
            for kind, value in event.items():
                if kind == "Text":
                    last = span
                    for sink in sinks:
                        sink.append(value)
                    if wiki or "://" in value or "www." in value:
                        self._take_unmarked(value, span)
                elif kind == "Start":
                    tag, data = (value, None) if value.__class__ is str else value.popitem()
                    if depth < 2:
                        self._open_block(tag, span, depth)
                    depth += 1
                    if tag in starts:
                        starts[tag](data, span)
                elif kind == "End":
                    depth -= 1
                    tag, data = (value, None) if value.__class__ is str else value.popitem()
                    if tag in ends:
                        ends[tag](data, span)
                    if tag != "List" and tag != "Item":  # noqa: PLR1714
                        last = span
                    elif not depth:
                        self._close_list(last["end"])
                else:
                    last = span
                    if sinks:
                        self._collect_other(kind, value)

    def _starts(self) -> _Handlers:
        return {
            "Heading": self.headings.start,
            "CodeBlock": self.code_blocks.start,
            "Table": self.tables.start,
            "TableHead": self.tables.start_row,
            "TableRow": self.tables.start_row,
            "TableCell": self.tables.start_cell,
            "Link": self.links.start,
            "Image": self.links.start_image,
        }

    def _ends(self) -> _Handlers:
        return {
            "Heading": self.headings.end,
            "CodeBlock": self.code_blocks.end,
            "Table": self.tables.end,
            "TableCell": self.tables.end_cell,
            "Link": self.links.end,
            "Image": self.links.end_image,
        }

    def _open_block(self, tag: str, span: Range, depth: int) -> None:
        base = self._place.base
        if not depth:
            kind = _KINDS.get(tag, BlockKind.OTHER)
            items: list[int] | None = [] if tag == "List" else None
            self.spans.append(Span(kind, base + span["start"], base + span["end"], items))
        elif tag == "Item" and (items := self.spans[-1].item_starts) is not None:
            items.append(base + span["start"])

    def _close_list(self, end: int) -> None:
        """Cut a list behind its last content: the engine lets it run on over definitions."""
        span = self.spans[-1]
        last_item = span.item_starts[-1] if span.item_starts else span.start
        marker_end = self._place.lines.end_of(last_item)
        end = max(self._place.base + end, marker_end)
        self.spans[-1] = span._replace(end=min(end, span.end))

    def _mark(self, event: str, span: Range, depth: int) -> None:
        if event != "Rule":
            for sink in self._sinks:
                sink.append(" ")
        elif not depth:
            base = self._place.base
            self.spans.append(Span(BlockKind.RULE, base + span["start"], base + span["end"]))

    def _collect_other(self, kind: str, value: Any) -> None:
        text = value if kind == "Code" else ""
        if kind == "InlineHtml" and value[:3].lower() == "<br":
            text = " "
        for sink in self._sinks:
            sink.append(text)

    def _take_unmarked(self, text: str, span: Range) -> None:
        """Take wiki links and bare addresses out of running text, not out of code or links."""
        if self.code_blocks.is_open or self.links.depth:
            return
        if self._wiki:
            self._take_wiki(span)
        if "://" in text or "www." in text:
            self._take_bare(span)

    def _take_wiki(self, span: Range) -> None:
        cell_end = self.tables.cell_end
        while self._wiki and self._wiki[-1].start + 1 < span["end"]:
            wiki = self._wiki.pop()
            if span["start"] <= wiki.start and (cell_end is None or wiki.end <= cell_end):
                line = self._place.line(wiki.start)
                self.links.found.append(Link(wiki.label, wiki.href, line, LinkType.WIKI))

    def _take_bare(self, span: Range) -> None:
        written = self._body[span["start"] : span["end"]].decode()
        for position, address in find_bare_links(written):
            href = address if "://" in address else f"http://{address}"
            line = self._place.line(span["start"] + len(written[:position].encode()))
            self.links.found.append(Link(address, href, line, LinkType.ABSOLUTE))
