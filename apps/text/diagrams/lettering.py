"""The words in a diagram: what is shown of a label, in which lines, and how wide they get.

There are no metrics of a font on the server, so widths are estimated, rather too wide than too
narrow, by the kind of each character.
"""

import re
import unicodedata
from html import unescape

from apps.text.diagrams.refusal import NotDrawnError

SIZE = 14
"""Height of the letters in units of the drawing, which are pixels of the page."""
LINE = 19
LONGEST = 400
"""Characters of one label."""
_WIDEST = 210
_MOST_LINES = 12

_BREAK = re.compile(r"<br\s*/?>|\\n|\n", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:b|i|u|s|em|strong|code|small|sub|sup|span|center)\b[^<>]*>", re.IGNORECASE
)
_ICON = re.compile(r"\bfa[bklrs]?:fa-[\w-]+")
_ENTITY = re.compile(r"[#&](#?\w{1,12});")
_NARROW = frozenset("iljtfrI.,:;'|!()[]{} ")
_WIDE = frozenset("mwMW@%—&")


def lettered(text: str) -> tuple[str, ...]:
    """Return the lines in which a label is shown, wrapped and free of markup; none if empty."""
    if len(text) > LONGEST:
        raise NotDrawnError("one of its labels is too long")
    text = text.strip().removeprefix("`").removesuffix("`")
    text = _ICON.sub("", _TAG.sub("", text))
    lines = [_plain(part) for part in _BREAK.split(text)]
    wrapped = [line for part in lines for line in _wrapped(part)]
    if len(wrapped) > _MOST_LINES:
        raise NotDrawnError("one of its labels is too long")
    return tuple(wrapped)


def width(lines: tuple[str, ...]) -> float:
    """Return the estimated width of the longest line."""
    return max((_width(line) for line in lines), default=0)


def height(lines: tuple[str, ...]) -> float:
    """Return the height of all lines."""
    return LINE * len(lines)


def _plain(text: str) -> str:
    text = _ENTITY.sub(lambda found: _named(found[1]), text)
    return " ".join("".join(c for c in text if _is_shown(c)).split())


def _named(entity: str) -> str:
    name = entity if entity.startswith("#") or not entity.isdecimal() else f"#{entity}"
    return unescape(f"&{name};")


def _is_shown(character: str) -> bool:
    """Leave out what XML forbids and what would turn the rest of a line around."""
    if character.isspace():
        return True
    return unicodedata.category(character) not in ("Cc", "Cs", "Cn", "Cf", "Co")


def _width(line: str) -> float:
    return sum(_advance(character) for character in line) * SIZE


def _advance(character: str) -> float:
    if unicodedata.combining(character):
        return 0
    if unicodedata.east_asian_width(character) in "WF":
        return 1.05
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.95
    return 0.7 if character.isupper() else 0.59


def _wrapped(line: str) -> list[str]:
    lines: list[str] = []
    current = ""
    for word in line.split(" "):
        longer = f"{current} {word}" if current else word
        if current and _width(longer) > _WIDEST:
            lines.append(current)
            current = word
        else:
            current = longer
        while _width(current) > _WIDEST * 1.5:
            fitting = max(1, int(len(current) * _WIDEST / _width(current)))
            lines.append(current[:fitting])
            current = current[fitting:]
    return [*lines, current] if current else lines
