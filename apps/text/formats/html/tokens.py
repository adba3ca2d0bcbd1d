"""Cut HTML into tags and text with their places (HTML Standard, section 13.2.5, in outline).

The standard library's parser takes time that grows with the square of some broken pages (37 seconds
for 50 KB of `<a `), so the few rules that matter here are written out. What opens no whole tag is
text.
"""

import re
from collections.abc import Iterator
from html import unescape
from typing import NamedTuple

_ATTRIBUTE = r"""[^\s"'<>/=]++(?:\s*+=\s*+(?:"[^"]*+"|'[^']*+'|[^\s"'=<>`]++))?+"""
_TAG = re.compile(
    rf"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9.:_-]*+)"
    rf"(?P<attributes>(?:[\s/]++{_ATTRIBUTE})*+)[\s/]*+>"
)
_ATTRIBUTES = re.compile(r"""([^\s"'<>/=]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'=<>`]+))?""")
_HIDDEN = (("<!--", "-->"), ("<?", ">"), ("<!", ">"))
_SILENT = frozenset(
    {"script", "style", "template", "svg", "math", "noscript", "iframe", "textarea", "object"}
)
_CLOSERS = {name: re.compile(rf"</{name}(?=[\s/>])", re.IGNORECASE) for name in _SILENT}


class Token(NamedTuple):
    """A tag (`name` is lower case) or text (`name` is empty) with its place in characters.

    `written` are the attributes as they stand. What no reader sees, comments and scripts, comes as
    no token at all.
    """

    name: str
    is_close: bool
    start: int
    end: int
    written: str = ""

    @property
    def attributes(self) -> dict[str, str]:
        """The attributes, names in lower case; of equal ones the first."""
        found: dict[str, str] = {}
        for key, value in _ATTRIBUTES.findall(self.written):
            bare = value[1:-1] if value[:1] in ("'", '"') else value
            found.setdefault(key.lower(), unescape(bare))
        return found


def tokens_of(source: str) -> Iterator[Token]:
    """Yield the tags and texts of a page in order, in linear time."""
    missing: set[str] = set()
    done = at = 0
    while (at := source.find("<", at)) >= 0:
        found = _TAG.match(source, at)
        end = found.end() if found else _hidden_end(source, at, missing)
        if end is None:
            at += 1
            continue
        if at > done:
            yield Token("", False, done, at)
        done = end
        if found:
            name, is_close = found["name"].lower(), bool(found["close"])
            if name in _SILENT and not is_close:
                done = _silent_end(source, end, name, missing)
            elif name not in _SILENT:
                yield Token(name, is_close, at, end, found["attributes"])
        at = done
    if done < len(source):
        yield Token("", False, done, len(source))


def _hidden_end(source: str, at: int, missing: set[str]) -> int | None:
    """Return where the comment or declaration at a place ends; None when it is neither."""
    for opening, closing in _HIDDEN:
        if source.startswith(opening, at):
            if opening in missing:
                return None
            end = source.find(closing, at + len(opening))
            if end < 0:
                missing.add(opening)
                return None
            return end + len(closing)
    return None


def _silent_end(source: str, at: int, name: str, missing: set[str]) -> int:
    """Return where an element without visible text ends; one that stays open is just its tag."""
    if name in missing:
        return at
    found = _CLOSERS[name].search(source, at)
    end = source.find(">", found.end()) if found else -1
    if end < 0:
        missing.add(name)
        return at
    return end + 1
