"""Top-level blocks that cover every non-blank byte exactly once."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from apps.text.lines import LineIndex
from apps.text.structure import Block, BlockKind

_RUN = re.compile(rb"[^\S\r\n]*\S[^\r\n]*(?:(?:\r\n|\r|\n)[^\S\r\n]*\S[^\r\n]*)*")


@dataclass(slots=True)
class Span:
    """A top-level block as the engine bounds it, and where the items of a list start."""

    kind: BlockKind
    start: int
    end: int
    item_starts: list[int] = field(default_factory=list)


def cover(data: bytes, spans: Iterable[Span], lines: LineIndex, start: int) -> Iterator[Block]:
    """Yield blocks for `spans` and for the non-blank text between them.

    `data` is the whole file, `start` the byte at which the body begins. A block starts at its
    line's start and ends behind its last non-blank byte. What the engine leaves out are link
    reference definitions.
    """
    done = start
    for span in spans:
        begin = max(done, lines.start_of(span.start))
        if begin > done:
            yield from _uncovered(data, done, begin, lines)
        end = begin + len(data[begin : span.end].rstrip())
        if end <= begin:
            continue
        yield _block(span.kind, begin, end, lines, _items(data, span, begin, end, lines))
        done = end
    yield from _uncovered(data, done, len(data), lines)


def _uncovered(data: bytes, start: int, end: int, lines: LineIndex) -> Iterator[Block]:
    if not data[start:end].strip():
        return
    for run in _RUN.finditer(data, start, end):
        stop = run.start() + len(run[0].rstrip())
        is_definition = run[0].lstrip().startswith(b"[")
        kind = BlockKind.DEFINITION if is_definition else BlockKind.OTHER
        yield _block(kind, run.start(), stop, lines, ())


def _items(
    data: bytes, span: Span, begin: int, end: int, lines: LineIndex
) -> tuple[tuple[int, int], ...]:
    if not span.item_starts:
        return ()
    starts = [begin, *(lines.start_of(item) for item in span.item_starts[1:]), end]
    pairs = zip(starts, starts[1:], strict=False)
    return tuple((a, a + len(data[a:b].rstrip())) for a, b in pairs)


def _block(
    kind: BlockKind, start: int, end: int, lines: LineIndex, items: tuple[tuple[int, int], ...]
) -> Block:
    return Block(kind, start, end, lines.line_of(start), lines.line_of(end - 1), items)
