"""A file that is no prose (code, configuration) in blocks: runs of lines between empty ones."""

from collections.abc import Iterator

from apps.text.lines import LineIndex
from apps.text.structure import Block, BlockKind, ParsedDocument

# A longer run is cut after so many lines.
LONGEST_RUN = 40


def parse_source_file(source: str, format_name: str) -> ParsedDocument:
    """Return the blocks of `source`; it has no headings, links or tables."""
    data = source.encode()
    index = LineIndex(data)
    return ParsedDocument(
        source=source,
        format=format_name,
        title=None,
        front_matter={},
        front_matter_error=None,
        headings=(),
        code_blocks=(),
        tables=(),
        links=(),
        blocks=tuple(_runs(data, [*index.starts[: index.count], len(data)])),
        word_count=len(source.split()),
        line_count=index.count,
    )


def _runs(data: bytes, edges: list[int]) -> Iterator[Block]:
    """Runs of lines that are not blank; ``edges`` are the offsets at which lines start and end."""
    first = None
    for line in range(len(edges)):
        is_blank = line == len(edges) - 1 or not data[edges[line] : edges[line + 1]].strip()
        if first is not None and (is_blank or line - first == LONGEST_RUN):
            start, end = edges[first], edges[line]
            end = start + len(data[start:end].rstrip(b"\r\n"))
            yield Block(BlockKind.CODE, start, end, first + 1, line)
            first = None
        if first is None and not is_blank:
            first = line
