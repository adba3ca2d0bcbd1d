"""Blocks from spans that do not follow lines."""

from collections.abc import Iterable, Iterator

from apps.text.lines import LineIndex
from apps.text.structure import Block, BlockKind

_BLANK = b" \t\r\n\x0b\x0c"
_BOM = b"\xef\xbb\xbf"
Span = tuple[BlockKind, int, int]
"""Kind, start and end in bytes."""


def covering(
    data: bytes, lines: LineIndex, spans: Iterable[Span], filling: BlockKind
) -> Iterator[Block]:
    """Yield the spans as blocks, in order, and what lies between them as blocks of `filling`.

    A span that begins before the one before it has ended is left out.
    """
    done = len(data) - len(data.removeprefix(_BOM))
    for kind, start, end in spans:
        if start >= done:
            yield from _trimmed(data, lines, (filling, done, start))
            yield from _trimmed(data, lines, (kind, start, end))
            done = end
    yield from _trimmed(data, lines, (filling, done, len(data)))


def _trimmed(data: bytes, lines: LineIndex, span: Span) -> Iterator[Block]:
    kind, low, end = span
    while end > low and data[end - 1] in _BLANK:
        end -= 1
    start = low
    while start < end and data[start] in _BLANK:
        start += 1
    if start < end:
        start = max(low, lines.start_of(start)) if _is_indented(data, lines, start) else start
        yield Block(kind, start, end, lines.line_of(start), lines.line_of(end - 1))


def _is_indented(data: bytes, lines: LineIndex, at: int) -> bool:
    """Tell whether only blanks stand before a byte in its line."""
    return not data[max(lines.start_of(at), at - 200) : at].strip()
