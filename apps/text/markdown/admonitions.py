"""Admonitions as MkDocs writes them: `!!! note "Title"` over indented text; `???` folds.

To CommonMark the text below is indented code. The opening line is replaced by one of the same
length that begins a list item, whose rules for indentation are the same; what the item holds
besides, a declaration, shows nothing. So each offset stays what it was, and links and headings
inside are found like any others.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_OPENING = re.compile(
    r"( *)(!!!|\?\?\?\+?) +([A-Za-z][\w-]*)[\w -]*?(?: +\"([^\"\r\n]*)\")?[ \t]*(?=\r?\Z)"
)
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)")
_TEXT = re.compile(r"\S")
_SIGNS = ("!!!", "???")
_FENCES = ("```", "~~~")
_ITEM = "+ <!A>"
_STEP = 4
_LONGEST = 400


@dataclass(frozen=True, slots=True)
class Admonition:
    """One opening line; `title` is None where none is written, empty where none is wanted."""

    kind: str
    title: str | None
    is_folded: bool
    is_open: bool


def find_admonitions(body: str) -> tuple[str, dict[int, Admonition]]:
    """Return `body` with its opening lines replaced, and what they said by the line's first byte.

    Lines end in LF or CRLF. Nothing in a fence is an opening line, nor is one without indented
    text below it.
    """
    signs = {start for sign in _SIGNS for start in _lines_with(sign, body)}
    if not signs:
        return body, {}
    found: dict[int, Admonition] = {}
    pieces: list[str] = []
    offset = done = 0
    for opening in _openings(body, signs):
        pieces.append(body[done : opening.start()])
        offset += len(pieces[-1].encode())
        found[offset] = _read(opening)
        pieces.append(f"{opening[1]}{_ITEM}".ljust(len(opening[0])))
        offset += len(opening[0].encode())
        done = opening.end()
    return "".join([*pieces, body[done:]]), found


def _openings(body: str, signs: set[int]) -> Iterator[re.Match[str]]:
    """Yield the opening lines; only the lines with a sign or a fence are looked at one by one."""
    fences = {start for mark in _FENCES for start in _lines_with(mark, body)}
    fence, depth, done = "", 0, 0
    for start in sorted(signs | fences):
        end = _line_end(body, start)
        mark = _FENCE.match(body, start, end) if start in fences else None
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark:
            depth = _depth_behind(body[done:start], depth)
            fence = mark[1]
        else:
            depth = _depth_behind(body[done:end], depth)
            opening = _OPENING.match(body, start, end) if end - start <= _LONGEST else None
            if opening and _opens(body, opening, depth):
                yield opening
                depth += 1
        done = end + 1


def _lines_with(mark: str, body: str) -> Iterator[int]:
    """Yield the starts of the lines that hold `mark`.

    A search for one character is so much the fastest that two are made of it.
    """
    at = body.find(mark[0])
    while at >= 0:
        if body.startswith(mark, at):
            yield body.rfind("\n", 0, at) + 1
            at = _line_end(body, at)
        at = body.find(mark[0], at + 1)


def _line_end(body: str, start: int) -> int:
    end = body.find("\n", start)
    return len(body) if end < 0 else end


def _depth_behind(text: str, depth: int) -> int:
    """Return how many admonitions are still open behind the lines of `text`, of `depth`."""
    if depth:
        for line in text.split("\n"):
            if line.strip():
                depth = min(depth, (len(line) - len(line.lstrip(" "))) // _STEP)
    return depth


def _opens(body: str, opening: re.Match[str], depth: int) -> bool:
    """Tell whether an opening line stands no deeper than it may, and has text indented below it."""
    indent = len(opening[1])
    if indent >= (depth + 1) * _STEP or indent + len(_ITEM) > len(opening[0]):
        return False
    text = _TEXT.search(body, opening.end())
    if text is None:
        return False
    line = body.rfind("\n", opening.end(), text.start()) + 1
    return body.startswith(" " * (indent + _STEP), line)


def _read(opening: re.Match[str]) -> Admonition:
    sign = opening[2]
    return Admonition(opening[3].lower(), opening[4], sign[0] == "?", sign == "???+")
