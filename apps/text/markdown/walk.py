"""One pass over the engine's events, gathering everything the index wants to know."""

from collections.abc import Callable
from typing import Any

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.blocks import Span
from apps.text.markdown.collectors import CodeBlocks, Headings, Links, Sinks, Tables
from apps.text.markdown.engine import ENGINE, mended
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
_LIST_TAGS = frozenset({"List", "Item"})
_NOWHERE: Range = {"start": 0, "end": 0}
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
        self._marks = _marks(self._body)
        self._run(body)

    def _run(self, body: str) -> None:  # noqa: C901, PLR0912 - each call in here costs speed
        """Send each event where it belongs; text is asked for first, as it comes most often."""
        sinks, starts, ends, mark = self._sinks, self._starts(), self._ends(), self._marks[-1]
        spans, base, depth, last = self.spans, self._place.base, 0, _NOWHERE
        events: Any = ENGINE.events_with_range(mended(body), merge_text=True)
        for event, span in events:
            if "Text" in event:
                last = span
                for sink in sinks:
                    sink.append(event["Text"])
                if mark < span["end"]:
                    mark = self._take_unmarked(span)
            elif "Start" in event:
                value = event["Start"]
                tag, data = (value, None) if value.__class__ is str else value.popitem()
                if not depth:
                    kind = _KINDS.get(tag, BlockKind.OTHER)
                    spans.append((kind, base + span["start"], base + span["end"], []))
                elif depth == 1 and tag == "Item":
                    spans[-1][3].append(base + span["start"])
                depth += 1
                if tag in starts:
                    starts[tag](data, span)
            elif "End" in event:
                value = event["End"]
                tag, data = (value, None) if value.__class__ is str else value.popitem()
                depth -= 1
                if tag in ends:
                    ends[tag](data, span)
                if tag not in _LIST_TAGS:
                    last = span
                elif not depth:
                    self._close_list(last["end"])
            else:
                last = span
                if sinks:
                    self._collect(event)
                elif not depth and event == "Rule":
                    spans.append((BlockKind.RULE, base + span["start"], base + span["end"], []))

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

    def _close_list(self, end: int) -> None:
        """Cut a list behind its last content: the engine lets it run on over definitions."""
        kind, start, stop, items = self.spans[-1]
        marker_end = self._place.lines.end_of(items[-1] if items else start)
        end = min(stop, max(self._place.base + end, marker_end))
        self.spans[-1] = (kind, start, end, items)

    def _collect(self, event: Any) -> None:
        """Give inline code and line breaks to the open collectors."""
        if isinstance(event, str):
            text = " "
        else:
            text = event.get("Code") or ""
            if event.get("InlineHtml", "")[:3].lower() == "<br":
                text = " "
        for sink in self._sinks:
            sink.append(text)

    def _take_unmarked(self, span: Range) -> int:
        """Take wiki links and bare addresses out of running text, not out of code or links.

        Returns the next offset at which there may be one.
        """
        if not self.code_blocks.is_open and not self.links.depth:
            if self._wiki:
                self._take_wiki(span)
            self._take_bare(span)
        while self._marks[-1] < span["end"]:
            self._marks.pop()
        return self._marks[-1]

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


def _marks(body: bytes) -> list[int]:
    """Return where a wiki link or a bare address may stand, last first, behind a stopper."""
    found = [len(body) + 1]
    for piece in (b"://", b"www.", b"[["):
        at = body.find(piece)
        while at >= 0:
            found.append(at)
            at = body.find(piece, at + len(piece))
    return sorted(found, reverse=True)
