"""Whether a text says what another has said already, by word shingles.

Broder, "On the resemblance and containment of documents", 1997.
"""

import re

SHINGLE = 5
# Share of a text's shingles that earlier texts may hold before it counts as a copy.
MOST_CONTAINED = 0.85
# Of texts with so many shingles one in so many is looked at first.
SAMPLED, SHARE = 128, 16
WORD = re.compile(r"\w+")
_SPACED = bytes(code if code > 127 or WORD.fullmatch(chr(code)) else 32 for code in range(256))


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
    fewer, more = sorted((len(one), len(other)))
    return fewer >= MOST_CONTAINED * more and len(one & other) >= MOST_CONTAINED * more


def sample_of(shingles: set[int]) -> set[int]:
    """A few of the shingles, the same in every text: copies have some of these in common.

    All of them where they are few. Broder's sketch: what the hash chooses, chance has chosen.
    """
    if len(shingles) < SAMPLED:
        return shingles
    return {one for one in shingles if not one % SHARE}


def shingles_of(text: str) -> set[int]:
    """Runs of five words, in any case of letters; a shorter text is one run."""
    words = words_in(text.casefold())
    if len(words) < SHINGLE:
        return {hash(tuple(words))}
    return set(map(hash, zip(*(words[start:] for start in range(SHINGLE)), strict=False)))


def words_in(text: str) -> list[str]:
    """The runs of letters, digits and low lines, in a sixth of the time that the pattern takes."""
    words = text.encode(errors="surrogatepass").translate(_SPACED)
    runs = words.decode(errors="surrogatepass").split()
    if text.isascii():
        return runs
    return [word for run in runs for word in ((run,) if run.isascii() else WORD.findall(run))]
