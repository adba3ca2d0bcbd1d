"""Source keys: the relative path under which a document is kept in its collection."""

import re
import unicodedata

from apps.access.errors import InvalidRequestError, UnsupportedFormatError
from apps.access.names import JOINERS, is_forbidden

LONGEST_KEY = 500
DOCUMENT_SUFFIXES = (".md", ".markdown", ".mdx", ".txt", ".rst")
SUFFIX = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}\Z")
DRIVE = re.compile(r"[A-Za-z]:")


def clean_key(raw: str) -> str:
    """The key as it is stored: trimmed, forward slashes, Unicode form NFC, case kept.

    Raises `InvalidRequestError` (field ``source_key``) for a key that is empty, absolute or too
    long, has an empty, ``.`` or ``..`` segment, or holds a control character or one that cannot be
    seen or turns the direction of writing, with which two keys could look the same.
    """
    key = unicodedata.normalize("NFC", raw.strip().replace("\\", "/"))
    reason = fault_of(key)
    if reason:
        raise InvalidRequestError.for_field("source_key", reason)
    return key


def fault_of(key: str) -> str:
    """Why the text cannot be a source key; empty when it can."""
    if not key:
        return "The source key is empty."
    if len(key) > LONGEST_KEY:
        return f"The source key is longer than {LONGEST_KEY} characters."
    if any(unicodedata.category(character) in {"Cc", "Cs"} for character in key):
        return "The source key contains control characters."
    hidden = hidden_character(key)
    if hidden:
        return f"The source key contains U+{ord(hidden):04X}, a character that nobody can see."
    if key.startswith("/") or DRIVE.match(key):
        return "The source key is an absolute path; it must be relative."
    segments = key.split("/")
    if ".." in segments or "." in segments:
        return "The source key has a segment that is only dots."
    if "" in segments:
        return "The source key has an empty segment."
    return ""


def hidden_character(key: str) -> str:
    """The first character that only deceives; empty without one.

    Zero-width joiners are kept where they join: between letters, marks or symbols, as in Persian
    words and emoji.
    """
    padded = f" {key} "
    for before, character, after in zip(padded, key, padded[2:], strict=False):
        if character in JOINERS:
            is_hidden = not (can_be_joined(before) and can_be_joined(after))
        else:
            is_hidden = is_forbidden(character)
        if is_hidden:
            return character
    return ""


def can_be_joined(character: str) -> bool:
    """Whether a zero-width joiner may stand beside it."""
    return unicodedata.category(character)[0] in "LMS"


def suffix_of(name: str) -> str:
    """The suffix in lower case (``.md``), empty when there is none; ``v1.2`` has none."""
    found = SUFFIX.search(name)
    return found[0].lower() if found else ""


def check_format(key: str) -> None:
    """Raise `UnsupportedFormatError` unless the suffix is a document's; none means Markdown."""
    if suffix_of(key) not in {"", *DOCUMENT_SUFFIXES}:
        known = " ".join(DOCUMENT_SUFFIXES)
        raise UnsupportedFormatError(f"This is no document; the suffixes taken in are {known}.")


def name_of(key: str) -> str:
    """The last segment of a key."""
    return key.rsplit("/", 1)[-1]
