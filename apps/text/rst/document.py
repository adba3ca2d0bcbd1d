"""A reStructuredText document, or a plain text one, from its source."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from apps.text.anchors import AnchorRegister
from apps.text.lines import LineIndex
from apps.text.markdown.autolinks import find_bare_links
from apps.text.rst.code import code_of, nested_code
from apps.text.rst.inline import contents_links, links_in, targets_of, visible_text
from apps.text.rst.labels import SIGN, is_said, labels_in
from apps.text.rst.scan import Region, Scanner
from apps.text.rst.tables import table_cells
from apps.text.structure import (
    Block,
    BlockKind,
    CodeBlock,
    Heading,
    Label,
    Link,
    LinkType,
    ParsedDocument,
    Table,
)
from apps.text.words import count_words

_CODELESS = frozenset({BlockKind.PARAGRAPH, BlockKind.TABLE, BlockKind.HEADING, BlockKind.RULE})
_LINKLESS = frozenset({BlockKind.CODE, BlockKind.RULE})


def parse_rst(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of reStructuredText `source`; no directive is run or included."""
    document = _Document(source, is_plain=False)
    return document.parsed(format_name)


def parse_plain(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of plain text: adorned titles, paragraphs, lists, indented blocks."""
    document = _Document(source, is_plain=True)
    return document.parsed(format_name)


def outline_rst(source: str, format_name: str) -> ParsedDocument:
    """Return headings and blocks of reStructuredText `source`, and nothing else of it."""
    return _Document(source, is_plain=False).outline(format_name)


def outline_plain(source: str, format_name: str) -> ParsedDocument:
    """Return headings and blocks of plain text, and nothing else of it."""
    return _Document(source, is_plain=True).outline(format_name)


class _Document:
    """The lines of one document, read region by region."""

    def __init__(self, source: str, *, is_plain: bool) -> None:
        self._source = source
        self._is_plain = is_plain
        self._data = source.encode()
        self._index = LineIndex(self._data)
        raw = source.removeprefix("\ufeff").encode().splitlines()
        self._lines = [line.decode().expandtabs(8).rstrip() for line in raw]
        self._regions = list(Scanner(self._lines).regions())
        # Where labels and the targets of links may stand.
        self._marked = [at for at, line in enumerate(self._lines) if SIGN in line]

    def parsed(self, format_name: str) -> ParsedDocument:
        codes = [(region, list(self._codes_of(region))) for region in self._regions]
        outline = self.outline(format_name)
        return replace(
            outline,
            code_blocks=tuple(code for _, found in codes for code in found),
            tables=tuple(self._tables()),
            links=tuple(self._links(codes)),
            labels=tuple(self._labels(codes, outline.headings)),
            word_count=count_words(self._source, self._data),
        )

    def outline(self, format_name: str) -> ParsedDocument:
        headings = tuple(self._headings())
        return ParsedDocument(
            source=self._source,
            format=format_name,
            title=next((heading.text for heading in headings if heading.text), None),
            front_matter={},
            front_matter_error=None,
            headings=headings,
            code_blocks=(),
            tables=(),
            links=(),
            blocks=tuple(self._block(region) for region in self._regions),
            word_count=0,
            line_count=self._index.count,
        )

    def _start(self, line: int) -> int:
        start = self._index.starts[line] if line < self._index.count else len(self._data)
        return start or len(self._data) - len(self._data.removeprefix(b"\xef\xbb\xbf"))

    def _bounds(self, first: int, last: int) -> tuple[int, int]:
        start = self._start(first)
        return start, start + len(self._data[start : self._start(last)].rstrip())

    def _block(self, region: Region) -> Block:
        start, end = self._bounds(region.first, region.last)
        edges = [*region.item_lines, region.last] if region.item_lines else []
        items = tuple(self._bounds(a, b) for a, b in pairwise(edges))
        return Block(region.kind, start, end, region.first + 1, region.last, items)

    def _headings(self) -> Iterator[Heading]:
        anchors = AnchorRegister()
        for region in self._regions:
            if region.kind is BlockKind.HEADING and region.title is not None:
                raw = region.title.text
                text = " ".join(raw.split()) if self._is_plain else visible_text(raw)
                line = region.first + region.title.offset + 1
                bounds = self._bounds(region.first, region.last)
                yield Heading(region.level, text, anchors.take(text), line, *bounds)

    def _codes_of(self, region: Region) -> Iterator[CodeBlock]:
        if region.kind is BlockKind.CODE:
            yield code_of(self._lines, region.first, region.last)
        elif region.kind not in _CODELESS:
            yield from nested_code(self._lines, region.first, region.last)

    def _tables(self) -> Iterator[Table]:
        for region in self._regions:
            if region.kind is BlockKind.TABLE:
                lines = self._lines[region.first : region.last]
                is_drawn = not lines[0].startswith("..")
                header, rows = table_cells(lines) if is_drawn else ((), [])
                yield Table(header, tuple(rows), region.first + 1, region.last)

    def _labels(
        self, found: Sequence[tuple[Region, Sequence[CodeBlock]]], headings: Sequence[Heading]
    ) -> Iterator[Label]:
        marked = self._marked
        if marked and not self._is_plain:
            codes = [code for _, some in found for code in some]
            yield from labels_in(self._lines, marked, self._regions, codes, headings)

    def _links(self, found: Sequence[tuple[Region, Sequence[CodeBlock]]]) -> Iterator[Link]:
        targets = {} if self._is_plain else targets_of(self._lines[at] for at in self._marked)
        for region, codes in found:
            if region.kind in _LINKLESS:
                continue
            lines = self._lines[region.first : region.last]
            for code in codes:
                first, last = code.start_line - 1 - region.first, code.end_line - region.first
                lines[first:last] = [""] * (last - first)
            text, first_line = "\n".join(lines), region.first + 1
            if self._is_plain:
                yield from _bare(text, first_line)
            elif region.kind is not BlockKind.OTHER:
                yield from links_in(text, first_line, targets)
            elif is_said(lines[0]):
                yield from links_in(text, first_line, targets)
                yield from contents_links(text, first_line)


def _bare(text: str, first_line: int) -> Iterator[Link]:
    line, counted = first_line, 0
    for position, address in find_bare_links(text):
        href = address if "://" in address else f"http://{address}"
        line, counted = line + text.count("\n", counted, position), position
        yield Link(address, href, line, LinkType.ABSOLUTE)
