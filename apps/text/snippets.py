"""Cut the part out of a text that answers a query best, readable as it stands."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from apps.text.query_terms import query_terms
from apps.text.snippet_fences import Fence, fence_around, find_fences
from apps.text.snippet_window import Span, best_span

__all__ = ["DEFAULT_CHARS", "MAX_CHARS", "MIN_CHARS", "Snippet", "make_snippet", "query_terms"]

MIN_CHARS, DEFAULT_CHARS, MAX_CHARS = 80, 600, 4000
ELLIPSIS = "…"

_LINE_END = re.compile(r"\r\n?")
_BLANK_RUN = re.compile(r"\n(?:[ \t]*\n){2,}")
_FRONT_MATTER = re.compile(
    r"\A\ufeff?---[ \t]*\n"
    r"(?:(?:[\w\"'][^\n]*:[^\n]*|[ \t#-][^\n]*|)\n)+?"
    r"(?:---|\.\.\.)[ \t]*(?:\n|\Z)"
)
_BLANK_EDGE = re.compile(r"\A(?:[ \t]*\n)+")
_LONGEST_WORD = 40
"""Characters given up at most to end at a word; beyond, the text has no spaces."""
_MATCH_SHARE = 0.8
"""Share of a snippet that the match may fill; the rest is for context and ellipses."""


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of a text; `content_truncated` tells whether anything but blank space is left out."""

    text: str
    content_truncated: bool


def make_snippet(content: str, terms: Sequence[str], *, chars: int = DEFAULT_CHARS) -> Snippet:
    """Return at most `chars` characters (clamped to 80..4000) around the densest match.

    The window that holds the most distinct terms wins, then the one with more matches, then the
    earlier. Cuts fall on line or word ends and are marked with an ellipsis; a code fence that is
    cut is opened and closed again, so that the snippet still reads as Markdown. Front matter is
    left out unless only it holds what was asked for.
    """
    chars = max(MIN_CHARS, min(chars, MAX_CHARS))
    content = _LINE_END.sub("\n", content)
    body = _behind_front_matter(content, terms)
    snippet = _make(body, terms, chars)
    return snippet if body is content else Snippet(snippet.text, content_truncated=True)


def _behind_front_matter(content: str, terms: Sequence[str]) -> str:
    """Return what follows the front matter, or all when a term stands only there."""
    found = _FRONT_MATTER.match(content)
    if found is None or not (body := content[found.end() :]).strip():
        return content
    front, text = found[0].lower(), body.lower()
    is_asked_for = any(term in front for term in terms) and not any(term in text for term in terms)
    return content if is_asked_for else body


def _make(content: str, terms: Sequence[str], chars: int) -> Snippet:
    fences = find_fences(content)
    whole = _tidied(content, fences, Span(0, len(content)))
    if len(whole) <= chars:
        return Snippet(whole, content_truncated=False)
    match = best_span(content, terms, int(chars * _MATCH_SHARE))
    start = _snap_start(content, _wanted_start(content, match, chars), match.start)
    return Snippet(_cut(content, fences, start, chars), content_truncated=True)


def _wanted_start(content: str, match: Span, chars: int) -> int:
    """Return a start that leaves a third of the free room before the match."""
    before = max(0, (chars - (match.end - match.start)) // 3)
    latest = max(0, len(content.rstrip()) - chars + 2 * len(ELLIPSIS))
    return max(0, min(match.start - before, latest))


def _snap_start(content: str, start: int, limit: int) -> int:
    """Move a start forward to the start of a line, else of a word, before `limit`."""
    if start == 0 or content[start - 1] == "\n":
        return start
    line = content.find("\n", start, limit)
    if line >= 0:
        return line + 1
    for index in range(start, min(limit, start + _LONGEST_WORD)):
        if content[index - 1].isspace():
            return index
    return start


def _snap_end(content: str, start: int, end: int) -> int:
    """Move an end back to the end of a word."""
    if end >= len(content) or content[end].isspace():
        return end
    for index in range(end, max(start, end - _LONGEST_WORD), -1):
        if content[index - 1].isspace():
            return index
    return end


def _cut(content: str, fences: Sequence[Fence], start: int, chars: int) -> str:
    fence = fence_around(fences, start)
    if fence is not None:
        start = max(start, fence.inner_start) if start < fence.inner_end else fence.end
        fence = fence if start < fence.end else None
    head = _head(content, fence, start)
    room = chars - len(head) - len(f" {ELLIPSIS}")
    end = _snap_end(content, start, min(len(content), start + room))
    last = fence_around(fences, end)
    if last is not None:
        end = _snap_end(content, start, min(end, last.inner_end, start + room - len(last.closer)))
        last = last if end > last.inner_start else None
    body = _tidied(content, fences, Span(start, end))
    return head + body + _tail(content, last, end)


def _head(content: str, fence: Fence | None, start: int) -> str:
    at_line_start = start == 0 or content[start - 1] == "\n"
    if fence is not None:
        opening = f"{fence.opener}\n"
        return f"{ELLIPSIS}\n{opening}" if at_line_start else f"{opening}{ELLIPSIS}"
    if not content[:start].strip():
        return ""
    return f"{ELLIPSIS}\n" if at_line_start else ELLIPSIS


def _tail(content: str, fence: Fence | None, end: int) -> str:
    if fence is not None:
        return f"\n{fence.closer}"
    if not content[end:].strip():
        return ""
    if content[end - 1] == "\n" or content[end : end + 1] == "\n":
        return f"\n{ELLIPSIS}"
    return ELLIPSIS if not content[end - 1].isspace() else f" {ELLIPSIS}"


def _tidied(content: str, fences: Sequence[Fence], span: Span) -> str:
    """Return the slice with runs of blank lines outside code reduced to one."""
    pieces: list[str] = []
    position = span.start
    for fence in fences:
        if fence.end <= position or fence.start >= span.end:
            continue
        start, end = max(fence.start, position), min(fence.end, span.end)
        pieces += _BLANK_RUN.sub("\n\n", content[position:start]), content[start:end]
        position = end
    pieces.append(_BLANK_RUN.sub("\n\n", content[position : span.end]))
    return _BLANK_EDGE.sub("", "".join(pieces)).rstrip()
