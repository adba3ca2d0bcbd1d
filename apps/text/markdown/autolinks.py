"""Bare addresses in running text (GFM specification, section 6.9, without e-mail)."""

import re
from collections.abc import Iterator

_MARK = re.compile(r"://|www\.")
_SCHEME = re.compile(r"(?:https?|ftp)\Z", re.IGNORECASE)
_REST = re.compile(r"[^\s<]+")
_BEFORE = frozenset(" \t\r\n\f\v*_~(")
_TRAILING = "?!.,:*_~'\""
_ENTITY = re.compile(r"&[a-zA-Z0-9]+;\Z")


def find_bare_links(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the address of each bare link in `text`."""
    done = 0
    for mark in _MARK.finditer(text):
        start = mark.start()
        if mark[0] == "://":
            scheme = _SCHEME.search(text, max(done, start - 5), start)
            start = scheme.start() if scheme else 0
            if scheme is None:
                continue
        if start < done or (start and text[start - 1] not in _BEFORE):
            continue
        rest = _REST.match(text, mark.end())
        if rest is not None:
            done = rest.end()
            address = _trim(text[start:done])
            if len(address) > mark.end() - start:
                yield start, address


def _trim(address: str) -> str:
    """Cut trailing punctuation, unbalanced closing brackets and entities, as GFM does."""
    surplus = address.count(")") - address.count("(")
    end = len(address)
    while end:
        last = address[end - 1]
        if last in _TRAILING:
            end -= 1
        elif last == ")" and surplus > 0:
            surplus -= 1
            end -= 1
        elif last == ";" and (entity := _ENTITY.search(address, max(0, end - 40), end)):
            end = entity.start()
        else:
            break
    return address[:end]
