"""Wiki links: `[[page]]`, `[[page|label]]`, `[[page#section]]`."""

import re
from dataclasses import dataclass

_CANDIDATE = re.compile(rb"(?<![\[!])\[\[(?!\[)([^\[\]\r\n]{1,400})\]\](?!\])")
_LABEL_BAR = re.compile(r"\\?\|")
_SHELL_TEST = re.compile(r"\s[^\w]|.*(?:\s(?:==?|!=|=~|-[a-z]{2}|&&|\|\|)\s)")
_INDEXED = re.compile(rb"[\w\])]\Z")


@dataclass(frozen=True, slots=True)
class WikiLink:
    """One wiki link; `start` and `end` bound it in the UTF-8 source, brackets included."""

    start: int
    end: int
    href: str
    label: str


def find_wiki_links(data: bytes) -> list[WikiLink]:
    """Return whatever is spelt like a wiki link, in order.

    Left out: embeds (`![[x]]`), escaped brackets, array indexes (`arr[[0]]`), shell tests
    (`[[ -f x ]]`), links over two lines and nested brackets. The caller must drop the ones whose
    opening brackets are no plain text (code, HTML, the inside of a link).
    """
    found: list[WikiLink] = []
    at = data.find(b"[[")
    while at >= 0:
        match = _CANDIDATE.match(data, at)
        link = _read(data, match) if match else None
        if link is not None:
            found.append(link)
        at = data.find(b"[[", match.end() if match else at + 2)
    return found


def _read(data: bytes, match: re.Match[bytes]) -> WikiLink | None:
    start = match.start()
    before = data[max(0, start - 64) : start]
    if (len(before) - len(before.rstrip(b"\\"))) % 2 or _INDEXED.search(before):
        return None
    inner = match[1].decode("utf-8")
    if _SHELL_TEST.match(inner):
        return None
    target, *label = (part.strip() for part in _LABEL_BAR.split(inner, maxsplit=1))
    if not target:
        return None
    return WikiLink(start, match.end(), target, (label[0] if label else "") or target)
