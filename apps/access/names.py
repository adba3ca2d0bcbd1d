"""Names that people read: of collections, groups, tokens and persons."""

import unicodedata

from apps.access.errors import InvalidRequestError

# Letters and symbols by category, yet nothing to see: Hangul fillers, the empty Braille pattern.
BLANKS = frozenset("\u115f\u1160\u3164\uffa0\u2800")
# Zero width (non-)joiners belong to Persian and to emoji; other format characters only deceive.
JOINERS = frozenset("\u200c\u200d")
FORBIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
LONGEST_GROUP = 150
EDGES = "\ufeff\u200b\u200c\u200d\u2060"


def clean_name(raw: str, *, field: str, longest: int, what: str) -> str:
    """The name as it is stored: in NFC, with single spaces, without invisible edges.

    ``what`` begins the message, as in "The name". Raises `InvalidRequestError` for a name that is
    empty, too long or all invisible, and for one with control, direction or zero-width characters,
    with which two names could look the same.
    """
    words = (word.strip(EDGES) for word in raw.strip().strip(EDGES).split())
    name = unicodedata.normalize("NFC", " ".join(filter(None, words)))
    if not name or len(name) > longest:
        raise InvalidRequestError.for_field(field, f"{what} has 1 to {longest} characters.")
    if any(map(is_forbidden, name)):
        reason = f"{what} contains control characters or others that nobody can see."
        raise InvalidRequestError.for_field(field, reason)
    if not any(map(is_visible, name)):
        raise InvalidRequestError.for_field(field, f"{what} has no character that can be seen.")
    return name


def clean_group_name(raw: str) -> str:
    """The name of a group as it is stored. Raises as `clean_name`."""
    return clean_name(raw, field="group", longest=LONGEST_GROUP, what="The group's name")


def is_forbidden(character: str) -> bool:
    """Whether a character may stand in no name: what is no text, and what hides in it."""
    is_noncharacter = (ord(character) & 0xFFFE) == 0xFFFE or 0xFDD0 <= ord(character) <= 0xFDEF
    hidden = unicodedata.category(character) in FORBIDDEN and character not in JOINERS
    return is_noncharacter or hidden


def is_visible(character: str) -> bool:
    """Whether a character shows by itself; marks only change the one before them."""
    return unicodedata.category(character)[0] not in "CZM" and character not in BLANKS
