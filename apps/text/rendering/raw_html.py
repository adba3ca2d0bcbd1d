"""Read the HTML that authors write into Markdown, tag by tag (CommonMark 0.31, section 6.6).

Nothing is passed on as written: tags are taken apart here and written anew, well formed, so that
the sanitiser never has to guess, and a tag left open cannot swallow the rest of a document.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html import escape, unescape

from apps.text.rendering.allowed import ALIGNMENTS, ATTRIBUTES, TAGS

_ATTRIBUTE = r"""[^\s"'<>/=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+"""
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9.:_-]*+)"
    rf"(?P<attributes>(?:[\s/]++{_ATTRIBUTE})*+)\s*+(?P<void>/?)\s*+>"
)
_ATTRIBUTES = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?""")
_SILENT = frozenset({"script", "style", "template", "svg", "math", "head"})
_HTML_NAMES = frozenset(
    """address applet area article aside audio base basefont body button canvas center data
    datalist dialog dir embed fieldset font footer form frame frameset header hgroup html iframe
    label legend link main map marquee menu meta meter nav nobr noembed noframes noscript object
    optgroup option output param picture plaintext portal progress search select slot source
    strike textarea time title track tt video xmp""".split()  # noqa: SIM905 - a list to be read
)


@dataclass(frozen=True, slots=True)
class RawText:
    """Text between tags; its character references are still to be read by the browser."""

    html: str


@dataclass(frozen=True, slots=True)
class RawTag:
    """A tag that may stand: `attributes` are allowed ones, written anew."""

    name: str
    is_close: bool
    is_empty: bool = False
    attributes: str = ""
    has_target: bool = field(default=False, compare=False)


def read_block(html: str, *, hide_unknown: bool) -> Iterator[RawText | RawTag]:
    """Yield the pieces of an HTML block; comments and silent elements are left out whole.

    An unknown tag in the midst of a line (`List<String>` in a `<pre>`) is text, as it is inline.
    """
    position = 0
    while (start := html.find("<", position)) >= 0:
        if start > position:
            yield RawText(html[position:start])
        position, piece = _piece(html, start)
        if piece is None and not hide_unknown and not _is_alone(html, start, position):
            piece = _mention(html[start:position])
        if piece is not None:
            yield piece
    if position < len(html):
        yield RawText(html[position:])


def read_inline(html: str, *, hide_unknown: bool) -> RawText | RawTag | None:
    """Return the piece that one inline tag, comment or declaration is.

    What is no HTML element (`Vec<T>`, `<your-name>`) was meant to be read and comes as text, as
    does a mention of `<script>`; with `hide_unknown` (MDX components) it is left out.
    """
    found = _TAG.fullmatch(html)
    if found is None:
        return None
    name = found["name"].lower()
    if name in TAGS:
        return _tag(found)
    if name in _HTML_NAMES or hide_unknown:
        return None
    if name in _SILENT:
        return RawText(escape(html, quote=False))
    return _mention(html)


def _piece(html: str, start: int) -> tuple[int, RawText | RawTag | None]:
    """Return where the markup at `start` ends, and what it stands for."""
    for opening, closing in (("<!--", "-->"), ("<?", "?>"), ("<![CDATA[", "]]>"), ("<!", ">")):
        if html.startswith(opening, start):
            end = html.find(closing, start + len(opening))
            return (end + len(closing), None) if end >= 0 else (len(html), _as_text(html[start:]))
    found = _TAG.match(html, start)
    if found is None:
        return start + 1, RawText("&lt;")
    name = found["name"].lower()
    if name in TAGS:
        return found.end(), _tag(found)
    if name in _SILENT and not found["close"] and not found["void"]:
        return _end_of_silent(html, found.end(), name), None
    return found.end(), None


def _mention(html: str) -> RawText | None:
    """Return a tag as text if it looks like a placeholder: no element, no attributes."""
    found = _TAG.fullmatch(html)
    if found is None or found["attributes"].strip():
        return None
    name = found["name"].lower()
    is_known = name in TAGS or name in _HTML_NAMES or name in _SILENT
    return None if is_known else RawText(escape(html, quote=False))


def _is_alone(html: str, start: int, end: int) -> bool:
    before = html[max(0, start - 40) : start].rpartition("\n")[2]
    return not before.strip() and not html[end : end + 40].partition("\n")[0].strip()


def _as_text(html: str) -> RawText:
    return RawText(html.replace("<", "&lt;"))


def _end_of_silent(html: str, start: int, name: str) -> int:
    """Return where a silent element ends; one that is never closed is just its tag."""
    closing = re.compile(rf"</{name}\s*>", re.IGNORECASE).search(html, start)
    return closing.end() if closing else start


def _tag(found: re.Match[str]) -> RawTag:
    name = found["name"].lower()
    if found["close"]:
        return RawTag(name, is_close=True)
    allowed = ATTRIBUTES["*"] | ATTRIBUTES.get(name, set()) | {"dir"}
    written: dict[str, str] = {}
    for key, value in _ATTRIBUTES.findall(found["attributes"]):
        key = key.lower()  # noqa: PLW2901 - the written form is of no use
        plain = unescape(value[1:-1] if value[:1] in ("'", '"') else value)
        if key in ("name", "id"):
            written.setdefault("id", plain)
        elif key == "align" and plain.lower() in ALIGNMENTS:
            written["class"] = f"align-{plain.lower()}"
        elif key in allowed and key != "data-wiki":
            written.setdefault(key, plain)
    attributes = "".join(f' {key}="{escape(value)}"' for key, value in written.items())
    return RawTag(name, is_close=False, is_empty=bool(found["void"]), attributes=attributes)
