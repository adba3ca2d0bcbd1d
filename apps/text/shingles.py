"""Whether a text says what another has said already, by word shingles.

Broder, "On the resemblance and containment of documents", 1997.
"""

import re

SHINGLE = 5
# Share of a text's shingles that earlier texts may hold before it counts as a copy.
MOST_CONTAINED = 0.85
WORD = re.compile(r"\w+")


class Said:
    """The shingles of the texts so far."""

    def __init__(self) -> None:
        self._shingles: set[int] = set()

    def holds(self, text: str) -> bool:
        """Whether a text adds next to nothing."""
        shingles = shingles_of(text)
        return len(shingles & self._shingles) >= MOST_CONTAINED * len(shingles)

    def add(self, text: str) -> None:
        """Remember a text."""
        self._shingles |= shingles_of(text)


def are_alike(one: set[int], other: set[int]) -> bool:
    """Whether two texts, given by their shingles, are copies of each other but for details."""
    common = len(one & other)
    return common >= MOST_CONTAINED * max(len(one), len(other))


def shingles_of(text: str) -> set[int]:
    """Runs of five words, in any case of letters; a shorter text is one run."""
    words = WORD.findall(text.casefold())
    last = max(1, len(words) - SHINGLE + 1)
    return {hash(tuple(words[start : start + SHINGLE])) for start in range(last)}
