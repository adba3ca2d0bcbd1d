"""What a parser finds in a document, as plain values.

Byte offsets count in the UTF-8 form of the source, half open (`start` is in, `end` is not).
Line numbers are 1-based in the file as stored; LF, CRLF and CR end a line, a form feed does not.

The parts are named tuples: a frozen dataclass takes four times as long to make, which would be a
third of the whole parsing time of a document.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

new = tuple.__new__
"""`new(Block, parts)` is `Block(*parts)` in half the time, unchecked: for the inner loops."""


class LinkType(StrEnum):
    """What a link's target looks like, before anybody tries to resolve it."""

    ABSOLUTE = "absolute"
    ANCHOR = "anchor"
    LABEL = "label"
    MARKDOWN = "markdown"
    RELATIVE = "relative"
    WIKI = "wiki"


class BlockKind(StrEnum):
    """What a top-level block is."""

    FRONT_MATTER = "front_matter"
    HEADING = "heading"
    PARAGRAPH = "paragraph"
    LIST = "list"
    TABLE = "table"
    CODE = "code"
    HTML = "html"
    QUOTE = "quote"
    RULE = "rule"
    DEFINITION = "definition"
    OTHER = "other"


class Heading(NamedTuple):
    """One heading; `text` is its visible text, `start` and `end` bound the heading itself."""

    level: int
    text: str
    anchor: str
    line: int
    start: int
    end: int


class CodeBlock(NamedTuple):
    """One code block; `language` is the first word of the info string, or empty."""

    language: str
    content: str
    start_line: int
    end_line: int


class Table(NamedTuple):
    """One table; every row has as many cells as the header."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    start_line: int
    end_line: int


class Link(NamedTuple):
    """One link; `href` is the target as the author meant it (escapes undone, not decoded)."""

    text: str
    href: str
    line: int
    link_type: LinkType


class Label(NamedTuple):
    """A name by which other documents refer to a place, as Sphinx and MyST have it.

    `name` is normalised (see `apps.text.labels.normalise_label`); `anchor` is that of the heading
    the label stands before, else of the section it stands in, empty before the first heading.
    """

    name: str
    anchor: str
    line: int


class Block(NamedTuple):
    """One top-level block. `items` holds the byte ranges of a list's items."""

    kind: BlockKind
    start: int
    end: int
    start_line: int
    end_line: int
    items: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ParsedDocument:
    """A document and its structure.

    `blocks` are in document order and cover every non-blank byte exactly once. `headings` holds
    all headings, those in quotes and lists too; only a block of kind HEADING opens a section.
    `front_matter` can be written as JSON; when it could not be read, it is empty and
    `front_matter_error` says why. Only reStructuredText and Markdown have `labels`; a link of type
    LABEL leads to one of them, in this document or in another of the same project.
    """

    source: str
    format: str
    title: str | None
    front_matter: dict[str, Any]
    front_matter_error: str | None
    headings: tuple[Heading, ...]
    code_blocks: tuple[CodeBlock, ...]
    tables: tuple[Table, ...]
    links: tuple[Link, ...]
    blocks: tuple[Block, ...]
    word_count: int
    line_count: int
    labels: tuple[Label, ...] = ()

    @property
    def body_start(self) -> int:
        """Byte offset of the first byte after the front matter, 0 without one."""
        if self.blocks and self.blocks[0].kind is BlockKind.FRONT_MATTER:
            return self.blocks[0].end
        return 0

    def openers(self) -> Iterator[tuple[Heading, int]]:
        """Yield the headings that open a section, each with the byte at which its block starts.

        They are told by their bytes, as several may stand in one line.
        """
        headings = iter(self.headings)
        heading = next(headings, None)
        for block in self.blocks:
            if block.kind is BlockKind.HEADING:
                while heading is not None and heading.start < block.start:
                    heading = next(headings, None)
                if heading is not None and heading.start < block.end:
                    yield heading, block.start
