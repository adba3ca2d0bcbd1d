"""The cheap half of an ingest: key, size, encoding and hash, before anything is parsed."""

import hashlib
from dataclasses import dataclass

from django.conf import settings

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.collections.documents import IncomingDocument
from apps.collections.keys import check_format, clean_key
from apps.text.decode import decode
from apps.text.errors import EncodingError

LONGEST_TITLE = 500


class UnreadableTextError(InvalidRequestError):
    """The bytes are no text that can be stored."""

    code = "encoding"


@dataclass(frozen=True, slots=True)
class CheckedDocument:
    """A document that may be stored: ``size`` in bytes, ``content_hash`` of the stored text.

    ``given_title`` is None when the caller says nothing of it, empty to take the text's own.
    """

    source_key: str
    text: str
    content_hash: str
    size: int
    note: str
    given_title: str | None


def check_document(document: IncomingDocument) -> CheckedDocument:
    """The document with a clean key and decoded text.

    Raises `InvalidRequestError`, `UnsupportedFormatError`, `TooLargeError` or
    `UnreadableTextError` (code ``encoding``).
    """
    source_key = clean_key(document.source_key)
    check_format(source_key)
    title = check_title(document.title)
    text, note = read_text(document.data)
    encoded = text.encode()
    return CheckedDocument(
        source_key=source_key,
        text=text,
        content_hash=hashlib.sha256(encoded).hexdigest(),
        size=len(encoded),
        note=note or ("" if text.strip() else "empty"),
        given_title=title or None,
    )


def check_title(title: str | None) -> str:
    """The title as it is stored, empty when none was given."""
    cleaned = " ".join((title or "").replace("\0", " ").split())
    if len(cleaned) > LONGEST_TITLE:
        raise InvalidRequestError.for_field(
            "title", f"The title is longer than {LONGEST_TITLE} characters."
        )
    return cleaned.encode("utf-8", "replace").decode()


def read_text(data: bytes | str) -> tuple[str, str]:
    """Text and a note on how it was decoded."""
    limit = settings.PRESSMARK.limits.document_bytes
    try:
        raw = data if isinstance(data, bytes) else data.encode()
    except UnicodeEncodeError:
        raise unreadable("The text holds half of a surrogate pair.") from None
    if len(raw) > limit:
        raise too_large()
    try:
        decoded = decode(raw)
    except EncodingError as error:
        raise unreadable(error.message) from None
    return decoded.text, decoded.note or ""


def too_large() -> TooLargeError:
    """The error for a document over the limit."""
    limit = settings.PRESSMARK.limits.document_bytes
    return TooLargeError(f"The document is larger than {limit} bytes.")


def unreadable(reason: str) -> UnreadableTextError:
    """The error for bytes that are no text."""
    return UnreadableTextError.for_field("content", reason)  # type: ignore[return-value]
