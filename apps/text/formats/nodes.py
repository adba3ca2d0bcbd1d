"""The blocks of a line-based format as a tree, which both the parser and the renderer walk."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

MAX_DEPTH = 24
"""Blocks inside each other; what is nested deeper is read as text."""

MOST_CELLS = 20_000
"""Cells of one table; the rows behind are text that is not cut into cells."""


class NodeKind(StrEnum):
    """What a node is. HIDDEN is text that no reader is shown: comments, attributes, drawers."""

    CALLOUT = "callout"
    CAPTION = "caption"
    CODE = "code"
    DIRECTIVE = "directive"
    DISCRETE = "discrete"
    FRONT_MATTER = "front_matter"
    GROUP = "group"
    HEADING = "heading"
    HIDDEN = "hidden"
    HTML = "html"
    ITEM = "item"
    LIST = "list"
    NOTE = "note"
    PARAGRAPH = "paragraph"
    QUOTE = "quote"
    RULE = "rule"
    TABLE = "table"
    VERSE = "verse"


class Cell(NamedTuple):
    """One cell of a table: its inline markup and the line (0-based) it begins in."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Node:
    """The lines `first` to `last` (not included, 0-based) of one block.

    `text` is inline markup (headings, paragraphs, captions, terms of an item), or the content of
    code. `name` is an explicit id of a heading, a language, the kind of a callout, or of a list:
    `ul`, `ol`, `dl`. `text_line` is the line in which `text` begins. `head` counts the rows that
    make up a table's header.
    """

    kind: NodeKind
    first: int
    last: int
    text: str = ""
    text_line: int = 0
    level: int = 0
    name: str = ""
    children: tuple["Node", ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()
    head: int = 0


def walk(nodes: Iterable[Node]) -> Iterator[Node]:
    """Yield all nodes, each before those inside it."""
    for node in nodes:
        yield node
        yield from walk(node.children)


def filled_rows(rows: Sequence[Sequence[Cell]], width: int) -> tuple[tuple[Cell, ...], ...]:
    """Return rows that all have `width` cells, as many as a table may have cells."""
    kept = rows[: MOST_CELLS // max(width, 1) + 1]
    return tuple(
        (*row[:width], *[Cell("", row[0].line)] * (width - len(row))) for row in kept if row
    )
