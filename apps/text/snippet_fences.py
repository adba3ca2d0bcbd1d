"""Find fenced code blocks in a piece of Markdown, good enough to cut it without breaking one.

A piece may start anywhere, so there is no parser to ask. Fences in lists and quotes count too.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

_FENCE_LINE = re.compile(
    r"^[ \t>]*(?P<mark>`{3,10}|~{3,10})(?P<info>[^`\n]*)$\n?",
    re.MULTILINE,
)
_LONGEST_LANGUAGE = 20


@dataclass(frozen=True, slots=True)
class Fence:
    """A fenced block: all of it, its content, and lines that open and close it again."""

    start: int
    inner_start: int
    inner_end: int
    end: int
    opener: str
    closer: str


def find_fences(content: str) -> list[Fence]:
    """Return the fenced blocks in order; one that is never closed lasts to the end."""
    fences: list[Fence] = []
    opener: re.Match[str] | None = None
    for line in _FENCE_LINE.finditer(content):
        if opener is None:
            opener = line
        elif _closes(line, opener):
            fences.append(_fence(opener, line.start(), line.end("info")))
            opener = None
    if opener is not None:
        fences.append(_fence(opener, len(content), len(content)))
    return fences


def fence_around(fences: Sequence[Fence], position: int) -> Fence | None:
    """Return the block that a cut at `position` would break."""
    return next((fence for fence in fences if fence.start < position < fence.end), None)


def _closes(line: re.Match[str], opener: re.Match[str]) -> bool:
    return line["mark"].startswith(opener["mark"]) and not line["info"].strip()


def _fence(opener: re.Match[str], inner_end: int, end: int) -> Fence:
    language = opener["info"].strip().partition(" ")[0][:_LONGEST_LANGUAGE]
    mark = opener["mark"]
    return Fence(opener.start(), opener.end(), inner_end, end, mark + language, mark)
