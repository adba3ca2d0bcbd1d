"""Wiki links: `[[page]]`, `[[page|label]]`, `[[page#section]]`, and embeds: `![[image.png]]`."""

import re
from dataclasses import dataclass

from apps.text.links import IMAGE_SUFFIXES
from apps.text.structure import LinkType

_OPENING = re.compile(rb"\[\[")
_CANDIDATE = re.compile(rb"(?<![\[!])\[\[(?!\[)([^\[\]\r\n]{1,400})\]\](?!\])")
_EMBED = re.compile(rb"!\[\[(?!\[)([^\[\]\r\n]{1,400})\]\](?!\])")
_LABEL_BAR = re.compile(r"\\?\|")
_SHELL_TEST = re.compile(r"\s[^\w]|.*(?:\s(?:==?|!=|=~|-[a-z]{2}|&&|\|\|)\s)")
_SIZE = re.compile(r"[0-9]+(?:x[0-9]+)?\Z")
_INDEXED = re.compile(rb"[\w\])]\Z")


@dataclass(frozen=True, slots=True)
class WikiLink:
    """One wiki link; `start` and `end` bound it in the UTF-8 source, brackets included.

    An embed begins at its exclamation mark.
    """

    start: int
    end: int
    href: str
    label: str
    is_embed: bool = False

    @property
    def link_type(self) -> LinkType:
        """A wiki link is one whatever its target looks like."""
        return LinkType.WIKI

    @property
    def is_image(self) -> bool:
        """Whether it shows a picture; what embeds anything else is a link to it."""
        return self.is_embed and self.href.lower().endswith(IMAGE_SUFFIXES)


def find_wiki_links(data: bytes) -> list[WikiLink]:
    """Return whatever is spelt like a wiki link, in order.

    Left out: embeds (`![[x]]`), escaped brackets, array indexes (`arr[[0]]`), shell tests
    (`[[ -f x ]]`), links over two lines and nested brackets. The caller must drop the ones whose
    opening brackets are no plain text (code, HTML, the inside of a link).
    """
    found: list[WikiLink] = []
    opening = _OPENING.search(data)
    while opening:
        match = _CANDIDATE.match(data, opening.start())
        link = _read(data, match) if match else None
        if link is not None:
            found.append(link)
        opening = _OPENING.search(data, (match or opening).end())
    return found


def find_embeds(data: bytes) -> list[WikiLink]:
    """Return whatever is spelt like an embed, in order; what is after the bar may be a size."""
    found: list[WikiLink] = []
    for match in _EMBED.finditer(data):
        if _is_escaped(data, match.start()):
            continue
        target, *label = (part.strip() for part in _LABEL_BAR.split(match[1].decode(), maxsplit=1))
        if target:
            named = [text for text in label if text and not _SIZE.match(text)]
            found.append(WikiLink(*match.span(), target, (named or [target])[0], is_embed=True))
    return found


def _is_escaped(data: bytes, start: int) -> bool:
    before = data[max(0, start - 64) : start]
    return (len(before) - len(before.rstrip(b"\\"))) % 2 == 1


def _read(data: bytes, match: re.Match[bytes]) -> WikiLink | None:
    start = match.start()
    before = data[max(0, start - 64) : start]
    if _is_escaped(data, start) or _INDEXED.search(before):
        return None
    inner = match[1].decode("utf-8")
    if _SHELL_TEST.match(inner):
        return None
    target, *label = (part.strip() for part in _LABEL_BAR.split(inner, maxsplit=1))
    if not target:
        return None
    return WikiLink(start, match.end(), target, (label[0] if label else "") or target)
