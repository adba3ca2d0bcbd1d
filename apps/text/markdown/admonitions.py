"""Admonitions as MkDocs writes them: `!!! note "Title"` over indented text; `???` folds.

To CommonMark the text below is indented code. The opening line is replaced by one of the same
length that begins a list item, whose rules for indentation are the same; what the item holds
besides, a declaration, shows nothing. So each offset stays what it was, and links and headings
inside are found like any others.
"""

import re
from dataclasses import dataclass

_OPENING = re.compile(
    r"( *)(!!!|\?\?\?\+?) +([A-Za-z][\w-]*)[\w -]*?(?: +\"([^\"\r\n]*)\")?[ \t]*(?=\r?\Z)"
)
_FENCE = re.compile(r"[ \t>]*(?:(?:[-*+]|[0-9]{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)")
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
    if "!!!" not in body and "???" not in body:
        return body, {}
    found: dict[int, Admonition] = {}
    lines = body.split("\n")
    fence, depth, offset = "", 0, 0
    for number, line in enumerate(lines):
        mark = _FENCE.match(line)
        if fence:
            if mark and mark[1].startswith(fence) and not mark[2].strip():
                fence = ""
        elif mark:
            fence = mark[1]
        elif line.strip():
            indent = len(line) - len(line.lstrip(" "))
            depth = min(depth, indent // _STEP)
            opening = _OPENING.match(line) if len(line) <= _LONGEST else None
            if opening and indent < (depth + 1) * _STEP and _has_text(lines, number, indent):
                written = f"{opening[1]}{_ITEM}"
                if len(written) <= opening.end():
                    lines[number] = written.ljust(opening.end()) + line[opening.end() :]
                    found[offset] = _read(opening)
                    depth += 1
        offset += len(line.encode()) + 1
    return "\n".join(lines), found


def _has_text(lines: list[str], number: int, indent: int) -> bool:
    below = number + 1
    while below < len(lines) and not lines[below].strip():
        below += 1
    return below < len(lines) and lines[below].startswith(" " * (indent + _STEP))


def _read(opening: re.Match[str]) -> Admonition:
    sign = opening[2]
    return Admonition(opening[3].lower(), opening[4], sign[0] == "?", sign == "???+")
