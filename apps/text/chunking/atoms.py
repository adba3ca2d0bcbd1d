"""Blocks with character offsets."""

from collections.abc import Sequence
from itertools import chain, islice

import numpy as np

from apps.text.structure import Block, ParsedDocument, new

_FIRST_BYTES = -0x40
"""As signed numbers, the bytes of UTF-8 below this continue a character, the others begin one."""


def atoms_of(parsed: ParsedDocument) -> Sequence[Block]:
    """Return the blocks of a document with offsets that count characters, items included."""
    if parsed.source.isascii():
        return parsed.blocks
    blocks = parsed.blocks
    data = np.frombuffer(parsed.source.encode(), np.int8)
    continuing = np.flatnonzero(data < _FIRST_BYTES)
    edges = [block[1] for block in blocks]
    edges += [block[2] for block in blocks]
    for block in blocks:
        if block[5]:
            edges += chain.from_iterable(block[5])
    offsets = np.array(edges, np.intp)
    offsets -= continuing.searchsorted(offsets)
    chars = iter(offsets.tolist())
    starts, ends = list(islice(chars, len(blocks))), list(islice(chars, len(blocks)))
    pairs = zip(chars, chars, strict=True)
    return [
        new(Block, (kind, start, end, first, last, items and tuple(islice(pairs, len(items)))))
        for (kind, _, _, first, last, items), start, end in zip(blocks, starts, ends, strict=True)
    ]
