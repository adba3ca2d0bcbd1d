"""An HTML document from its source."""

from collections.abc import Callable, Iterator, Sequence

from apps.text.formats.anchors import NamedAnchors
from apps.text.formats.html.page import Page
from apps.text.formats.html.parts import PERMALINKS, Part, TablePart, title_of
from apps.text.formats.nodes import MOST_CELLS
from apps.text.formats.places import byte_places
from apps.text.formats.spans import Span, covering
from apps.text.lines import LineIndex
from apps.text.links import classify_href
from apps.text.structure import (
    BlockKind,
    CodeBlock,
    Heading,
    Link,
    ParsedDocument,
    Table,
)
from apps.text.words import count_words

_MOST_COLUMNS = 200
Place = Callable[[int], int]


def parse_html(source: str, format_name: str) -> ParsedDocument:
    """Return the structure of HTML `source`, however broken; the head is the front matter.

    Each `h1` to `h6` opens a section wherever it stands. Blocks are the markup as it was written:
    whoever wants words for search or for a model's context takes the text of the rendered page.
    """
    page = Page(source)
    at = byte_places(source)
    data = source.encode()
    lines = LineIndex(data)
    headings = tuple(_headings(page.headings, at, lines, data))
    first = next((heading.text for heading in headings if heading.text), None)
    return ParsedDocument(
        source=source,
        format=format_name,
        title=page.title or first,
        front_matter={**({"title": page.title} if page.title else {}), **page.metadata},
        front_matter_error=None,
        headings=headings,
        code_blocks=tuple(_code(part, at, lines) for part in page.codes),
        tables=tuple(_table(part, at, lines) for part in page.tables.all() if part.rows),
        links=tuple(_links(page.links, at, lines)),
        blocks=tuple(covering(data, lines, _spans(page, at), BlockKind.HTML)),
        word_count=count_words(source, data),
        line_count=lines.count,
    )


def _headings(parts: Sequence[Part], at: Place, lines: LineIndex, data: bytes) -> Iterator[Heading]:
    anchors = NamedAnchors(part.name for part in parts)
    for part in parts:
        text = title_of(part)
        start = at(part.start)
        end = start + len(data[start : at(part.end)].rstrip())
        anchor = anchors.take(text, part.name)
        yield Heading(part.level, text, anchor, lines.line_of(start), start, end)


def _code(part: Part, at: Place, lines: LineIndex) -> CodeBlock:
    text = part.text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\n")
    return CodeBlock(part.name, text, *_lines(part, at, lines))


def _lines(part: Part, at: Place, lines: LineIndex) -> tuple[int, int]:
    start = at(part.start)
    return lines.line_of(start), lines.line_of(max(start, at(part.end) - 1))


def _table(part: TablePart, at: Place, lines: LineIndex) -> Table:
    rows = [tuple(cell.line for cell in row[:_MOST_COLUMNS]) for row in part.rows]
    header = rows[0] if part.heads[0] else ()
    body = [row for row in rows[1 if header else 0 :] if row]
    if header:
        width = len(header)
        kept = body[: MOST_CELLS // width + 1]
        body = [(*row[:width], *[""] * (width - len(row))) for row in kept]
    return Table(header, tuple(body), *_lines(part, at, lines))


def _links(parts: Sequence[Part], at: Place, lines: LineIndex) -> Iterator[Link]:
    for part in parts:
        href = "".join(part.name.split("\n"))
        if part.line in PERMALINKS and href.startswith("#"):
            continue
        yield Link(part.line, href, lines.line_of(at(part.start)), classify_href(href))


def _spans(page: Page, at: Place) -> Iterator[Span]:
    """Yield front matter, headings, and the other blocks that no heading cuts."""
    headings = [(BlockKind.HEADING, part.start, part.end) for part in page.headings]
    cuts = iter(headings)
    cut = next(cuts, None)
    spans: list[Span] = []
    if page.head_end and (not headings or headings[0][1] >= page.head_end):
        spans.append((BlockKind.FRONT_MATTER, 0, page.head_end))
    for kind, start, end in page.blocks.found:
        while cut is not None and cut[2] <= start:
            cut = next(cuts, None)
        if cut is None or cut[1] >= end:
            spans.append((kind, start, end))
    for kind, start, end in sorted([*spans, *headings], key=lambda span: span[1]):
        yield kind, at(start), at(end)
