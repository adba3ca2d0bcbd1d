"""What goes into an ingest of attachments and what comes out of it, as plain values."""

import hashlib
import uuid
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from apps.access.errors import (
    DomainError,
    InvalidRequestError,
    TooLargeError,
    UnsupportedFormatError,
)
from apps.collections.documents import DocumentState, shown_key
from apps.collections.keys import clean_key
from apps.collections.media import ATTACHMENT_SUFFIXES, is_attachment, is_image, sniff


@dataclass(frozen=True, slots=True)
class IncomingAttachment:
    """One file as it was sent, to be kept beside the documents."""

    source_key: str
    data: bytes


@dataclass(frozen=True, slots=True)
class CheckedAttachment:
    """A file that may be stored, with its hash and the media type by its first bytes."""

    source_key: str
    data: bytes
    sha256: str
    content_type: str


@dataclass(frozen=True, slots=True)
class AttachmentResult:
    """The outcome for one file; ``code`` and ``reason`` are empty unless it is an error."""

    source_key: str
    state: DocumentState
    attachment_id: uuid.UUID | None = None
    size: int = 0
    content_type: str = ""
    code: str = ""
    reason: str = ""
    note: str = ""

    @classmethod
    def for_error(cls, source_key: str, error: DomainError) -> "AttachmentResult":
        """An entry for a file that was not kept, with the error's own words."""
        return cls.refused(source_key, error.code, error.message)

    @classmethod
    def refused(cls, source_key: str, code: str, reason: str) -> "AttachmentResult":
        """An entry for a file that was not kept."""
        return cls(shown_key(source_key), DocumentState.ERROR, code=code, reason=reason)

    @property
    def is_error(self) -> bool:
        """Whether the file was left out."""
        return self.state is DocumentState.ERROR

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the same fields for every state."""
        return {
            "source_key": self.source_key,
            "state": self.state.value,
            "attachment_id": str(self.attachment_id) if self.attachment_id else None,
            "bytes": self.size,
            "content_type": self.content_type,
            "code": self.code,
            "reason": self.reason,
        }


def check_attachment(file: IncomingAttachment) -> CheckedAttachment:
    """The file with a clean key and its media type.

    Raises `InvalidRequestError`, `UnsupportedFormatError` or `TooLargeError`.
    """
    source_key = clean_key(file.source_key)
    if not is_attachment(source_key):
        known = " ".join(sorted(ATTACHMENT_SUFFIXES))
        raise UnsupportedFormatError(f"This is no attachment; the suffixes taken in are {known}.")
    check_size(len(file.data))
    if not file.data and is_image(source_key):
        raise InvalidRequestError.for_field("file", "The image is empty: it has no bytes.")
    sha256 = hashlib.sha256(file.data).hexdigest()
    return CheckedAttachment(source_key, file.data, sha256, sniff(source_key, file.data))


def check_size(size: int) -> None:
    """Raise `TooLargeError` for a file of more bytes than one may have."""
    if size > settings.PRESSMARK.limits.attachment_bytes:
        raise attachment_too_large()


def attachment_too_large() -> TooLargeError:
    """The error for a file over the limit."""
    limit = settings.PRESSMARK.limits.attachment_bytes
    return TooLargeError(f"The file is larger than {limit} bytes.")
