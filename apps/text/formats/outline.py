"""A read document of a line-based format, and its structure as every format gives it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from apps.text.formats.anchors import NamedAnchors
from apps.text.formats.inline import Grammar, Inline, InlineKind, links_of, visible
from apps.text.formats.lined import Lined
from apps.text.formats.nodes import Node, NodeKind, walk
from apps.text.structure import (
    Block,
    BlockKind,
    CodeBlock,
    Heading,
    Link,
    ParsedDocument,
    Table,
)
from apps.text.words import count_words

_KINDS = {
    NodeKind.CALLOUT: BlockKind.QUOTE,
    NodeKind.CODE: BlockKind.CODE,
    NodeKind.FRONT_MATTER: BlockKind.FRONT_MATTER,
    NodeKind.GROUP: BlockKind.QUOTE,
    NodeKind.HEADING: BlockKind.HEADING,
    NodeKind.HTML: BlockKind.HTML,
    NodeKind.LIST: BlockKind.LIST,
    NodeKind.NOTE: BlockKind.DEFINITION,
    NodeKind.PARAGRAPH: BlockKind.PARAGRAPH,
    NodeKind.QUOTE: BlockKind.QUOTE,
    NodeKind.RULE: BlockKind.RULE,
    NodeKind.TABLE: BlockKind.TABLE,
    NodeKind.VERSE: BlockKind.QUOTE,
}
_HEADINGS = (NodeKind.HEADING, NodeKind.DISCRETE)
_SPOKEN = (
    *_HEADINGS,
    NodeKind.CAPTION,
    NodeKind.ITEM,
    NodeKind.NOTE,
    NodeKind.PARAGRAPH,
    NodeKind.VERSE,
)


@dataclass(frozen=True, slots=True)
class Outline:
    """A document as its reader understood it.

    `targets` are further names that lead to headings (an id that the format's own tool would make,
    a title), with the position of the heading among all.
    """

    lines: Lined
    nodes: tuple[Node, ...]
    grammar: Grammar
    values: dict[str, Any] = field(default_factory=dict)
    error: str | None = None
    title: str | None = None
    targets: Mapping[str, int] = field(default_factory=dict)

    def spoken(self, text: str) -> tuple[Inline, ...]:
        """Return the pieces of inline markup."""
        return self.grammar.read(text)

    def heading_nodes(self) -> list[Node]:
        """Return the headings in order, with those that open no section."""
        return [node for node in walk(self.nodes) if node.kind in _HEADINGS]

    def places(self, headings: Sequence[Heading]) -> dict[str, Heading]:
        """Return the heading for each name by which it may be linked to."""
        count = len(headings)
        return {name: headings[at] for name, at in self.targets.items() if at < count}


def led(pieces: Sequence[Inline], places: Mapping[str, Heading]) -> tuple[Inline, ...]:
    """Return pieces whose links inside the document lead to headings by their anchors.

    A link without a text of its own shows the title.
    """
    if not places:
        return tuple(pieces)
    return tuple(_led(piece, places) for piece in pieces)


def _led(piece: Inline, places: Mapping[str, Heading]) -> Inline:
    if piece.kind is not InlineKind.LINK:
        return piece._replace(children=led(piece.children, places)) if piece.children else piece
    name = piece.href[1:]
    heading = places.get(name) if piece.href[:1] == "#" else None
    if heading is None:
        return piece
    text = heading.text if piece.text == name and not piece.children else piece.text
    return piece._replace(href=f"#{heading.anchor}", text=text)


def structured(source: str, format_name: str, outline: Outline) -> ParsedDocument:
    """Return the structure of a document that was read."""
    headings = _headings(outline)
    title = outline.title or next((heading.text for heading in headings if heading.text), None)
    return ParsedDocument(
        source=source,
        format=format_name,
        title=title,
        front_matter=outline.values,
        front_matter_error=outline.error,
        headings=headings,
        code_blocks=tuple(
            CodeBlock(node.name, node.text, node.first + 1, node.last)
            for node in walk(outline.nodes)
            if node.kind is NodeKind.CODE
        ),
        tables=tuple(
            _table(outline, node) for node in walk(outline.nodes) if node.kind is NodeKind.TABLE
        ),
        links=tuple(_links(outline, outline.places(headings))),
        blocks=tuple(_blocks(outline)),
        word_count=count_words(source, outline.lines.data),
        line_count=outline.lines.index.count,
    )


def _headings(outline: Outline) -> tuple[Heading, ...]:
    nodes = outline.heading_nodes()
    anchors = NamedAnchors(node.name for node in nodes)
    headings: list[Heading] = []
    for node in nodes:
        text = visible(outline.spoken(node.text))
        bounds = outline.lines.bounds(node.first, node.last)
        anchor = anchors.take(text, node.name)
        headings.append(Heading(node.level, text, anchor, node.first + 1, *bounds))
    return tuple(headings)


def _table(outline: Outline, node: Node) -> Table:
    rows = [tuple([visible(outline.spoken(cell.text)) for cell in row]) for row in node.rows]
    header = rows[0] if node.head and rows else ()
    return Table(header, tuple(rows[1:] if header else rows), node.first + 1, node.last)


def _links(outline: Outline, places: Mapping[str, Heading]) -> Iterator[Link]:
    for node in walk(outline.nodes):
        if node.kind in _SPOKEN and node.text:
            pieces = led(outline.spoken(node.text), places)
            yield from links_of(pieces, node.text, node.text_line + 1)
        for row in node.rows:
            for cell in row:
                pieces = led(outline.spoken(cell.text), places)
                yield from links_of(pieces, cell.text, cell.line + 1)


def _blocks(outline: Outline) -> Iterator[Block]:
    """Yield a block for each node at the top, and for lines that a reader left out."""
    done = 0
    for node in outline.nodes:
        yield from _left_out(outline, done, node.first)
        start, end = outline.lines.bounds(node.first, node.last)
        last = node.last
        while last > node.first + 1 and not outline.lines.texts[last - 1]:
            last -= 1
        items = [n for n in node.children if n.kind is NodeKind.ITEM]
        edges = [node.first, *(item.first for item in items[1:]), node.last]
        ranges = tuple(outline.lines.bounds(a, b) for a, b in pairwise(edges) if items)
        kind = _KINDS.get(node.kind, BlockKind.OTHER)
        yield Block(kind, start, end, node.first + 1, last, ranges)
        done = node.last
    yield from _left_out(outline, done, len(outline.lines.texts))


def _left_out(outline: Outline, first: int, last: int) -> Iterator[Block]:
    texts = outline.lines.texts
    while first < last:
        end = first
        while end < last and texts[end]:
            end += 1
        if end > first:
            yield Block(BlockKind.OTHER, *outline.lines.bounds(first, end), first + 1, end)
        first = end + 1
