"""One pass over the engine's events, gathering everything the index wants to know."""

from typing import Any

from apps.text.markdown.blocks import Cover
from apps.text.markdown.engine import ENGINE, mended
from apps.text.markdown.inlines import Inlines
from apps.text.markdown.leaves import Leaves
from apps.text.markdown.place import Place, Range
from apps.text.structure import BlockKind

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
_PARAGRAPH, _LIST, _RULE = BlockKind.PARAGRAPH, BlockKind.LIST, BlockKind.RULE
_NOWHERE: Range = {"start": 0, "end": 0}


class Walk:
    """Reads `body` and keeps what it finds, with offsets and lines of the file.

    `_run` sees the blocks and what stands in a list item without a paragraph; each kind of leaf
    has a reader that takes its events up to its end.
    """

    def __init__(self, body: str, place: Place) -> None:
        self._events: Any = ENGINE.events_with_range(mended(body), merge_text=True)
        self._place = place
        self._cover = Cover(place)
        self._inlines = Inlines(self._events, place)
        leaves = Leaves(self._events, self._inlines, place)
        self.headings = leaves.headings
        self.code_blocks = leaves.code_blocks
        self.tables = leaves.tables
        self.links = self._inlines.links
        self.blocks = self._cover.blocks
        self._run(leaves)
        self._cover.finish()

    def _run(self, leaves: Leaves) -> None:  # noqa: C901, PLR0912 - each call costs speed
        base, add, readers = self._place.base, self._cover.add, leaves.readers
        skim, unmarked = self._inlines.skim, self._inlines.unmarked
        depth, last, outer = 0, _NOWHERE, _LIST
        items: list[int] = []
        for event, span in self._events:
            if "Start" in event:
                value = event["Start"]
                if value.__class__ is str:
                    tag = value
                else:
                    (tag,) = value
                if tag == "Paragraph":
                    last = span
                    if not depth:
                        add(_PARAGRAPH, base + span["start"], base + span["end"])
                    skim(tag)
                elif tag in readers:
                    last = span
                    if depth:
                        readers[tag](value, span, None)
                    else:
                        block = add(_KINDS[tag], base + span["start"], base + span["end"])
                        readers[tag](value, span, block)
                else:
                    if not depth:
                        outer, items = _KINDS[tag], []
                    elif tag == "Item" and depth == 1:
                        items.append(base + span["start"])
                    depth += 1
            elif "End" in event:
                depth -= 1
                value = event["End"]
                if value != "Item" and (value.__class__ is not dict or "List" not in value):
                    last = span
                if not depth:
                    self._close(outer, span, items, last["end"])
            else:
                last = span
                if "Text" in event:
                    if unmarked.next < span["end"]:
                        unmarked.take(span)
                elif not depth and event == "Rule":
                    add(_RULE, base + span["start"], base + span["end"])

    def _close(self, kind: BlockKind, span: Range, items: list[int], last: int) -> None:
        """Add a list, a quote or a footnote.

        A list is cut behind its last content: the engine lets it run on over definitions.
        """
        base, lined = self._place.base, self._place.lined
        start, stop = base + span["start"], base + span["end"]
        if kind is _LIST:
            marker_end = lined.find(b"\n", items[-1] if items else start) + 1 or stop
            stop = min(stop, max(base + last, marker_end))
            self._cover.add(kind, start, stop, items)
        else:
            self._cover.add(kind, start, stop)
