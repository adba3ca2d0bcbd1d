"""Section titles: adornments, and the level that each style of adornment stands for."""

import unicodedata
from dataclasses import dataclass

from apps.text.rst.patterns import ADORNMENT


@dataclass(frozen=True, slots=True)
class Title:
    """A title of `length` lines whose text stands `offset` lines below its first line."""

    text: str
    style: str
    offset: int
    length: int


class TitleLevels:
    """Gives levels by the order in which styles first appear, as docutils does."""

    def __init__(self) -> None:
        self._styles: list[str] = []
        self._level = 0

    def take(self, style: str) -> int | None:
        """Return the level of a title of this style, or None when it skips a level.

        docutils reports "Inconsistent title style" for the latter and opens no section.
        """
        known = style in self._styles
        level = (self._styles.index(style) if known else len(self._styles)) + 1
        if level > self._level + 1:
            return None
        if not known:
            self._styles.append(style)
        self._level = level
        return level


def underlined(lines: list[str], index: int) -> Title | None:
    """Return the title whose text is line `index` and whose underline follows, or None."""
    if index + 1 >= len(lines) or not ADORNMENT.match(lines[index + 1]):
        return None
    title, underline = lines[index].rstrip(), lines[index + 1].rstrip()
    if column_width(title) > len(underline) and len(underline) < 4:
        return None
    return Title(title, underline[0], 0, 2)


def overlined(lines: list[str], index: int) -> Title | None:
    """Return the title whose overline is line `index`, or None when it is none."""
    if index + 2 >= len(lines):
        return None
    overline, title, underline = (line.rstrip() for line in lines[index : index + 3])
    if not title or ADORNMENT.match(title) or overline != underline:
        return None
    if column_width(title) > len(overline) and len(overline) < 4:
        return None
    return Title(title.lstrip(), overline[0] * 2, 1, 3)


def column_width(text: str) -> int:
    """Return how many columns a text takes: two for wide East Asian characters, none for marks."""
    if text.isascii():
        return len(text)
    wide = sum(unicodedata.east_asian_width(char) in {"W", "F"} for char in text)
    return len(text) + wide - sum(unicodedata.combining(char) != 0 for char in text)
