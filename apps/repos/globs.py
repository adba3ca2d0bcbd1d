"""Glob patterns over paths, matched in time proportional to pattern times path."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

LONGEST = 500
MOST_ALTERNATIVES = 64


class GlobError(ValueError):
    """The pattern cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class GlobSet:
    """Patterns of which one must match. Letter case does not matter.

    ``*`` and ``?`` stay within a segment, ``**`` crosses them, ``{a,b}`` are alternatives. A
    pattern without a slash is looked for in every folder; one that ends in a slash means all below.
    """

    patterns: tuple[tuple[str, ...], ...]

    @classmethod
    def parse(cls, texts: Iterable[str]) -> "GlobSet":
        """From patterns as somebody typed them. Raises `GlobError`."""
        return cls(tuple(split for text in texts for split in _patterns(text)))

    def __bool__(self) -> bool:
        return bool(self.patterns)

    def matches(self, path: str) -> bool:
        """Whether any pattern matches the whole path."""
        segments = path.lower().split("/")
        return any(_match_path(pattern, segments) for pattern in self.patterns)


def _patterns(text: str) -> list[tuple[str, ...]]:
    if not text.strip() or len(text) > LONGEST or not text.isprintable():
        raise GlobError(f"Give patterns of 1 to {LONGEST} printable characters.")
    found = []
    for pattern in _alternatives(text.strip().lower().removeprefix("./").removeprefix("/")):
        whole = f"{pattern}**" if pattern.endswith("/") else pattern
        split = tuple(segment for segment in whole.split("/") if segment)
        if not split:
            raise GlobError("A pattern cannot be empty.")
        found.append(split if "/" in whole else ("**", *split))
    return found


def _alternatives(text: str) -> list[str]:
    """The texts that braces stand for, inner ones first."""
    done: list[str] = []
    waiting = [text]
    while waiting:
        pattern = waiting.pop(0)
        close = pattern.find("}")
        start = pattern.rfind("{", 0, close) if close >= 0 else -1
        if start < 0:
            done.append(pattern)
            continue
        options = pattern[start + 1 : close].split(",")
        waiting += [pattern[:start] + option + pattern[close + 1 :] for option in options]
        if len(done) + len(waiting) > MOST_ALTERNATIVES:
            raise GlobError(f"The pattern has more than {MOST_ALTERNATIVES} alternatives.")
    return done


def _match_path(pattern: Sequence[str], segments: Sequence[str]) -> bool:
    """Dynamic programming: ``reach[i]`` says that the first i segments are matched."""
    reach = [True] + [False] * len(segments)
    for piece in pattern:
        if piece == "**":
            for place in range(1, len(reach)):
                reach[place] = reach[place] or reach[place - 1]
            continue
        for place in range(len(segments), 0, -1):
            reach[place] = reach[place - 1] and _match_segment(piece, segments[place - 1])
        reach[0] = False
    return reach[-1]


def _match_segment(pattern: str, text: str) -> bool:
    """The usual two-pointer match: on a mismatch the last star takes one character more."""
    p = t = 0
    star = after = -1
    while t < len(text):
        if p < len(pattern) and pattern[p] == "*":
            star, after = p, t
            p += 1
        elif p < len(pattern) and pattern[p] in {"?", text[t]}:
            p, t = p + 1, t + 1
        elif star >= 0:
            after += 1
            p, t = star + 1, after
        else:
            return False
    return not pattern[p:].strip("*")
