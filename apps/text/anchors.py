"""Heading anchors as GitHub makes them.

Method: lower-case the text, drop every character that is no letter, mark, decimal digit, letter
number, connector punctuation, hyphen or space, then turn each space into a hyphen. A repeated
anchor takes -1, -2, … (the rules that github-slugger reproduces).
"""

import unicodedata

_KEPT_CATEGORIES = frozenset({"Lu", "Ll", "Lt", "Lm", "Lo", "Mn", "Mc", "Me", "Nd", "Nl", "Pc"})
_CIRCLED_LETTERS = (
    range(0x24B6, 0x24EA),
    range(0x1F130, 0x1F14A),
    range(0x1F150, 0x1F16A),
    range(0x1F170, 0x1F18A),
)
_FALLBACK = "section"


class _Kept(dict[int, str | None]):
    """A translation table that fills itself: kept characters map to themselves."""

    def __missing__(self, point: int) -> str | None:
        char = chr(point)
        kept = unicodedata.category(char) in _KEPT_CATEGORIES or any(
            point in circled for circled in _CIRCLED_LETTERS
        )
        self[point] = value = char if kept else None
        return value


_KEPT = _Kept({ord(" "): "-", ord("-"): "-"})
_ASCII = bytes.maketrans(b" ", b"-")
_DROPPED = bytes(point for point in range(128) if _KEPT[point] is None)


def github_slug(text: str) -> str:
    """Return GitHub's anchor for a heading's visible text; it may be empty (`# !`)."""
    if text.isascii():
        return text.strip().lower().encode().translate(_ASCII, _DROPPED).decode()
    return text.strip().lower().translate(_KEPT)


class AnchorRegister:
    """Hands out the anchors of one document, in order, each only once."""

    def __init__(self) -> None:
        self._uses: dict[str, int] = {}

    def take(self, text: str) -> str:
        """Return an unused anchor for `text`; a text without any letter becomes `section`."""
        slug = github_slug(text) or _FALLBACK
        anchor = slug
        while anchor in self._uses:
            self._uses[slug] += 1
            anchor = f"{slug}-{self._uses[slug]}"
        self._uses[anchor] = 0
        return anchor
