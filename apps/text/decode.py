"""Bytes to text, with a note for whatever was not plain UTF-8."""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from dataclasses import dataclass

from apps.text.errors import EncodingError


@dataclass(frozen=True, slots=True)
class DecodedText:
    """The text with its line ends as stored, and a note for a person, or None."""

    text: str
    note: str | None


def decode(data: bytes) -> DecodedText:
    """Return `data` as text: UTF-8, or UTF-16 that says so by its byte-order mark.

    Raises EncodingError for anything else and for text that holds U+0000, which neither
    PostgreSQL nor a document has a use for.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text, note = _strict(data, "utf-16", 0), "decoded from UTF-16"
    elif data.startswith(BOM_UTF8):
        text, note = _strict(data[3:], "utf-8", 3), "byte-order mark removed"
    else:
        text, note = _strict(data, "utf-8", 0), None
    if "\0" in text:
        raise EncodingError("The text contains NUL bytes.")
    return DecodedText(text, note)


def _strict(data: bytes, codec: str, skipped: int) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError as error:
        where = skipped + error.start + 1
        raise EncodingError(f"The text is not valid {codec.upper()} (byte {where}).") from error
