"""Callouts between lines of colons, as several site builders write them (``:::note Title``).

CommonMark sees plain paragraphs there, and so does the index: the text between the lines is
parsed as anywhere else. Here, in the finished HTML, the lines become the frame. They are known by
standing at the beginning or end of a paragraph, which nothing in code or in an attribute can
imitate; a frame that would cut through another element is left as it was written.
"""

import re
from dataclasses import dataclass

KINDS = {
    **{kind: kind for kind in ("note", "tip", "important", "warning", "caution")},
    "info": "note",
    "hint": "tip",
    "success": "tip",
    "attention": "warning",
    "danger": "caution",
    "error": "caution",
}
FOLDED = "details"
_INLINE = r"(?:[^<\n]|<(code|strong|em)>[^<\n]*</\3>)*"
# Without a blank line before it, the closing line belongs to the list or quote that it ends.
_ENDS = r"(?:</p>)?(?:\s*</(?:li|ol|ul|blockquote)>)+"
_TOKEN = re.compile(
    rf"<p>:::+[ \t]*([a-z]+)[ \t]*({_INLINE})(?:\n|(?=</p>))"  # the opening line
    rf"|\n:::+[ \t]*(?P<ends>{_ENDS})"  # the closing line behind a list or quote
    r"|(?:\n|<p>):::+[ \t]*</p>"  # the closing line
    r"|<(?P<slash>/?)(?:blockquote|dd|details|div|dl|li|ol|section|table|td|th|ul)\b[^>]*>"
)
_END = re.compile(r"</[lobu]")
_EMPTY = re.compile(r"<p>\s*</p>\n?")


@dataclass(frozen=True, slots=True)
class _Frame:
    """An opening line that waits for its end: where it stands, how deep, and what replaces it."""

    start: int
    end: int
    depth: int
    kind: str
    title: str


def with_callouts(html: str) -> str:
    """Return sanitised HTML with its frames of colons as callouts; linear in its length."""
    if ":::" not in html:
        return html
    edits: list[tuple[int, int, str]] = []
    open_frames: list[_Frame] = []
    depth = 0
    for found in _TOKEN.finditer(html):
        if found[1] is not None:
            if found[1] in KINDS or found[1] == FOLDED:
                title = found[2].strip().removeprefix("[").removesuffix("]").strip()
                open_frames.append(_Frame(found.start(), found.end(), depth, found[1], title))
            continue
        ends = found["ends"] or ""
        if found["slash"] is not None or ends:
            depth += -(len(_END.findall(ends)) or 1) if ends or found["slash"] else 1
            while open_frames and open_frames[-1].depth > depth:
                open_frames.pop()
        if found["slash"] is None and open_frames and open_frames[-1].depth == depth:
            frame = open_frames.pop()
            edits.append((frame.start, frame.end, _opening(frame) + "<p>"))
            edits.append((found.start(), found.end(), _closing(frame, found[0], ends)))
    return _EMPTY.sub("", _edited(html, edits)) if edits else html


def _opening(frame: _Frame) -> str:
    if frame.kind == FOLDED:
        return f"<details>\n<summary>{frame.title or 'Details'}</summary>\n"
    title = frame.title or frame.kind.capitalize()
    kind = KINDS[frame.kind]
    return (
        f'<div class="callout callout-{kind}" role="note">\n<p class="callout-title">{title}</p>\n'
    )


def _closing(frame: _Frame, line: str, ends: str) -> str:
    """What stands for a closing line: the ends that it swallowed, then the end of the frame."""
    end = "</details>" if frame.kind == FOLDED else "</div>"
    if ends:
        return f"{ends}\n{end}"
    return end if line.startswith("<p>") else f"</p>\n{end}"


def _edited(html: str, edits: list[tuple[int, int, str]]) -> str:
    parts: list[str] = []
    done = 0
    for start, end, text in sorted(edits):
        parts += [html[done:start], text]
        done = end
    return "".join([*parts, html[done:]])
