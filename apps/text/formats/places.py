"""From places in characters to places in bytes."""

from collections.abc import Callable

import numpy as np


def byte_places(source: str) -> Callable[[int], int]:
    """Return the function that gives the byte (in UTF-8) at which a character of `source` begins.

    Raises UnicodeEncodeError for a lone surrogate.
    """
    if source.isascii():
        return lambda place: place
    points = np.frombuffer(source.encode("utf-32-le"), np.uint32)
    sizes = 1 + (points >= 0x80).astype(np.int64) + (points >= 0x800) + (points >= 0x10000)
    ends = np.concatenate(([0], sizes.cumsum()))
    return lambda place: int(ends[place])
