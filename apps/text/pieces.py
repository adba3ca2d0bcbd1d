"""The smallest parts of a document that an excerpt is made of."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from apps.text.structure import BlockKind, ParsedDocument

# Labels of tabs and boxes as MkDocs writes them, whose content is a listing to CommonMark.
_LABEL = re.compile(rb"(?:===|!!!|\?\?\?)\+? ")
_ANNOUNCED = frozenset({BlockKind.CODE, BlockKind.TABLE, BlockKind.LIST})
# Lines; what is longer comes in by itself or not at all.
LONGEST_ANNOUNCED = 40


class Piece(NamedTuple):
    """A top-level block, or an item of a list: the smallest thing an excerpt is made of.

    Offsets are bytes of the source, half open; lines are 1-based.
    """

    kind: BlockKind
    start: int
    end: int
    start_line: int
    end_line: int


def pieces_within(parsed: ParsedDocument, first: int, last: int) -> list[Piece]:
    """The pieces that begin on the lines ``first`` to ``last``, or else the one that holds them.

    They come in order; front matter is no piece.
    """
    pieces = _pieces_around(parsed, first, last)
    begun = [piece for piece in pieces if first <= piece.start_line <= last]
    return begun or [piece for piece in pieces if piece.start_line <= first <= piece.end_line][-1:]


def pieces_introduced(parsed: ParsedDocument, first: int, last: int) -> list[Piece]:
    """`pieces_within`, with what their last line announces and the line that announces the first.

    "As follows:" says nothing without what follows, nor do the label of a tab without the tab and a
    listing without its label.
    """
    within = pieces_within(parsed, first, last)
    if not within:
        return within
    data = parsed.source.encode()
    around = _pieces_around(parsed, within[0].start_line - 1, within[-1].end_line + 1)
    at, end = around.index(within[0]), around.index(within[-1]) + 1
    before, after = around[:at][-1:], around[end : end + 1]
    if not (before and _announces(data, before[0]) and within[0].kind in _ANNOUNCED):
        before = []
    is_short = after and after[0].end_line - after[0].start_line < LONGEST_ANNOUNCED
    if not (is_short and _announces(data, within[-1]) and after[0].kind in _ANNOUNCED):
        after = []
    return [*before, *within, *after]


def _announces(data: bytes, piece: Piece) -> bool:
    text = data[piece.start : piece.end]
    return piece.kind is BlockKind.PARAGRAPH and bool(_LABEL.match(text) or text.endswith(b":"))


def _pieces_around(parsed: ParsedDocument, first: int, last: int) -> list[Piece]:
    """The pieces of the blocks that have some of the lines, and of the blocks beside these."""
    blocks = [block for block in parsed.blocks if block.kind is not BlockKind.FRONT_MATTER]
    start = bisect_left(blocks, first, key=lambda block: block.end_line)
    end = bisect_right(blocks, last, key=lambda block: block.start_line)
    data = b""
    pieces: list[Piece] = []
    for block in blocks[max(start - 1, 0) : end + 1]:
        if block.items:
            data = data or parsed.source.encode()
            pieces += _items(data, block.items, block.start_line)
        else:
            pieces.append(Piece(*block[:-1]))
    return pieces


def _items(data: bytes, items: Sequence[tuple[int, int]], line: int) -> Iterator[Piece]:
    done = items[0][0]
    for start, end in items:
        line += data.count(b"\n", done, start)
        yield Piece(BlockKind.LIST, start, end, line, line + data.count(b"\n", start, end))
        done = start
