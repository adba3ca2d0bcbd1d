"""Bare addresses in running text (GFM specification, section 6.9, without e-mail)."""

import re
from collections.abc import Iterator

_BARE = re.compile(
    r"(?:(?<=[\s*_~(])|\A)"
    r"((?:https?|ftp)://[^\s<]+|www\.[^\s<.]+\.[^\s<]+)",
    re.IGNORECASE,
)
_TRAILING = "?!.,:*_~'\""
_ENTITY = re.compile(r"&[a-zA-Z0-9]+;\Z")


def find_bare_links(text: str) -> Iterator[tuple[int, str]]:
    """Yield the position and the address of each bare link in `text`."""
    for match in _BARE.finditer(text):
        address = _trim(match[1])
        if not address.endswith("://"):
            yield match.start(1), address


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
