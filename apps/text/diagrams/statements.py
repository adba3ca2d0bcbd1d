"""A diagram's source as numbered statements, without comments and front matter."""

import re
from dataclasses import dataclass

from apps.text.diagrams.refusal import NotDrawnError

_FRONT = re.compile(r"\A\s*---[ \t]*\n.*?\n[ \t]*---[ \t]*(?:\n|\Z)", re.DOTALL)
LONGEST = 1000
"""Characters of one line."""


@dataclass(frozen=True, slots=True)
class Statement:
    """A line of the source, counted from one, and what stands in it."""

    line: int
    text: str


def statements(source: str) -> list[Statement]:
    """Return the lines that say something; what `%%` begins is a comment.

    Raises `NotDrawnError` for a line that no reader should search.
    """
    front = _FRONT.match(source)
    skipped = source[: front.end()].count("\n") if front else 0
    lines = source.split("\n")
    if max(map(len, lines)) > LONGEST:
        raise NotDrawnError("one of its lines is too long")
    return [
        Statement(number, text)
        for number, line in enumerate(lines[skipped:], skipped + 1)
        if (text := line.strip()) and not text.startswith("%%")
    ]
