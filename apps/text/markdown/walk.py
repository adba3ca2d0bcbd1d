"""One pass over the engine's events, gathering everything the index wants to know."""

from collections.abc import Callable
from typing import Any

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.blocks import Span
from apps.text.markdown.collectors import CodeBlocks, Headings, Links, Tables
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
_Handler = Callable[[Any, Range], None]


class Walk:
    """Reads `body` and keeps what it finds, with offsets and lines of the file."""

    def __init__(self, body: str, place: Place) -> None:
        self.spans: list[Span] = []
        self.headings = Headings(place)
        self.code_blocks = CodeBlocks(place)
        self.tables = Tables(place)
        self.links = Links(place)
        self._place = place
        self._depth = 0
        self._body = place.data[place.base :]
        self._wiki = find_wiki_links(self._body)[::-1]
        self._starts, self._ends = self._handlers()
        self._run(body)

    def _handlers(self) -> tuple[dict[str, _Handler], dict[str, _Handler]]:
        starts: dict[str, _Handler] = {
            "Heading": self.headings.start,
            "CodeBlock": self.code_blocks.start,
            "Table": self.tables.start,
            "TableHead": self.tables.start_row,
            "TableRow": self.tables.start_row,
            "TableCell": self.tables.start_cell,
            "Link": self.links.start,
            "Image": self.links.start_image,
        }
        ends: dict[str, _Handler] = {
            "Heading": self.headings.end,
            "CodeBlock": self.code_blocks.end,
            "Table": self.tables.end,
            "TableCell": self.tables.end_cell,
            "Link": self.links.end,
            "Image": self.links.end_image,
        }
        return starts, ends

    def _run(self, body: str) -> None:
        events: Any = ENGINE.events_with_range(body, merge_text=True)
        for event, span in events:
            if isinstance(event, str):
                self._mark(event, span)
                continue
            for kind, value in event.items():
                if kind == "Text":
                    self._text(value, span)
                elif kind == "Start":
                    self._start(value, span)
                elif kind == "End":
                    self._end(value, span)
                elif kind == "Code":
                    self._collect(value)
                elif kind == "InlineHtml" and value[:3].lower() == "<br":
                    self._collect(" ")

    def _start(self, value: Any, span: Range) -> None:
        if isinstance(value, str):
            tag, data = value, None
        else:
            ((tag, data),) = value.items()
        base = self._place.base
        if not self._depth:
            kind = _KINDS.get(tag, BlockKind.OTHER)
            self.spans.append(Span(kind, base + span["start"], base + span["end"]))
        elif tag == "Item" and self._depth == 1:
            self.spans[-1].item_starts.append(base + span["start"])
        self._depth += 1
        if (handler := self._starts.get(tag)) is not None:
            handler(data, span)

    def _end(self, value: Any, span: Range) -> None:
        self._depth -= 1
        if isinstance(value, str):
            tag, data = value, None
        else:
            ((tag, data),) = value.items()
        if (handler := self._ends.get(tag)) is not None:
            handler(data, span)

    def _mark(self, event: str, span: Range) -> None:
        if event != "Rule":
            self._collect(" ")
        elif not self._depth:
            base = self._place.base
            self.spans.append(Span(BlockKind.RULE, base + span["start"], base + span["end"]))

    def _collect(self, text: str) -> None:
        if self.links.text is not None:
            self.links.text.append(text)
        if self.headings.text is not None:
            (self.headings.alt if self.links.images else self.headings.text).append(text)
        elif self.tables.text is not None:
            self.tables.text.append(text)

    def _text(self, text: str, span: Range) -> None:
        if self.code_blocks.text is not None:
            self.code_blocks.text.append(text)
            return
        self._collect(text)
        if self.links.images or self.links.text is not None:
            return
        if self._wiki and self._wiki[-1].start + 1 < span["end"]:
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
