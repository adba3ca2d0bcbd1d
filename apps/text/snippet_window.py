"""Find the stretch of a text that holds the most of a query's terms."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MOST_TERMS = 64
_MOST_LOOKS = 40_000
"""Matches that are looked at, shared out among the terms, so that the cost stays bounded."""

_ENDINGS = ("ings", "ing", "ies", "ed", "es", "s")
_SHORTEST_STEM = 4
_UNSPACED = re.compile(
    r"[\u2e80-\u303f\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters."""

    start: int
    end: int


def best_span(content: str, terms: Sequence[str], width: int) -> Span:
    """Return the tightest range of at most `width` characters with the best coverage of `terms`.

    Terms match at the start of words, without case, and English endings are forgiven; scripts
    without spaces match anywhere, by pairs of characters. Without a match, the text's start.
    """
    hits = sorted(_hits(content, list(dict.fromkeys(terms))[:_MOST_TERMS]))
    best, best_score = Span(0, 0), (0.0, 0)
    inside: Counter[int] = Counter()
    weights = _weights(hits)
    covered, first = 0.0, 0
    for last, (_, end, term) in enumerate(hits):
        covered += weights[term] if inside[term] == 0 else 0.0
        inside[term] += 1
        while end - hits[first][0] > width and first < last:
            left = hits[first][2]
            inside[left] -= 1
            covered -= weights[left] if inside[left] == 0 else 0.0
            first += 1
        score = (round(covered, 6), min(last - first, 20))
        if score > best_score:
            best, best_score = Span(hits[first][0], end), score
    return best


def _weights(hits: Sequence[tuple[int, int, int]]) -> dict[int, float]:
    """Give each term one point and up to half a point more the rarer it is here."""
    counts = Counter(term for _, _, term in hits)
    return {term: 1.0 + 0.5 / count for term, count in counts.items()}


def _hits(content: str, terms: Sequence[str]) -> Iterator[tuple[int, int, int]]:
    folded = _folded(content)
    for number, term in enumerate(terms):
        needles = _needles(term)
        most = _MOST_LOOKS // (len(terms) * max(1, len(needles)))
        for needle, anywhere in needles:
            position, looked = folded.find(needle), 0
            while position >= 0 and looked < most:
                if anywhere or position == 0 or not folded[position - 1].isalnum():
                    yield position, position + len(needle), number
                position = folded.find(needle, position + len(needle))
                looked += 1


def _folded(content: str) -> str:
    """Lower-case without changing the length, so that positions stay true."""
    lowered = content.lower()
    if len(lowered) == len(content):
        return lowered
    return "".join(low if len(low := c.lower()) == 1 else c for c in content)


def _needles(term: str) -> list[tuple[str, bool]]:
    """Return what to look for, and whether in the midst of words too."""
    term = term.lower()
    unspaced = [run for run in _UNSPACED.findall(term) if len(run) > 1]
    if unspaced:
        return [(run[i : i + 2], True) for run in unspaced for i in range(min(len(run) - 1, 32))]
    if not term:
        return []
    signs = not term[0].isalnum() or _UNSPACED.fullmatch(term) is not None
    return [(_stem(term), signs)]


def _stem(term: str) -> str:
    for ending in _ENDINGS:
        if term.isalpha() and term.endswith(ending) and len(term) - len(ending) >= _SHORTEST_STEM:
            return term.removesuffix(ending)
    return term
