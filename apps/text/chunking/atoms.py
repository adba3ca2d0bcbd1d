"""Blocks with character offsets."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice

import numpy as np

from apps.text.structure import Block, ParsedDocument, new

_FIRST_BYTES = -0x40
"""As signed numbers, the bytes of UTF-8 below this continue a character, the others begin one."""


def atoms_of(parsed: ParsedDocument) -> Sequence[Block]:
    """Return the blocks of a document with offsets that count characters, items included."""
    if parsed.source.isascii():
        return parsed.blocks
    data = np.frombuffer(parsed.source.encode(), np.int8)
    continuing = np.flatnonzero(data < _FIRST_BYTES)
    offsets = np.fromiter(_offsets(parsed.blocks), np.intp)
    offsets -= continuing.searchsorted(offsets)
    chars = iter(offsets.tolist())
    pairs = zip(chars, chars, strict=True)
    atoms: list[Block] = []
    for kind, _, _, first_line, last_line, items in parsed.blocks:
        start, end = next(pairs)
        moved = tuple(islice(pairs, len(items))) if items else ()
        atoms.append(new(Block, (kind, start, end, first_line, last_line, moved)))
    return atoms


def _offsets(blocks: Sequence[Block]) -> Iterator[int]:
    for block in blocks:
        yield block.start
        yield block.end
        if block.items:
            yield from chain.from_iterable(block.items)
