"""What goes into an ingest and what comes out of it, as plain values."""

import uuid
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from apps.access.errors import DomainError


class DocumentState(StrEnum):
    """What became of one document of an ingest."""

    CREATED = "created"
    REPLACED = "replaced"
    UNCHANGED = "unchanged"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class IncomingDocument:
    """One document as it was sent. ``title`` overrides what the text itself says."""

    source_key: str
    data: bytes | str
    title: str | None = None


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The outcome for one document; ``code`` and ``reason`` are empty unless it is an error."""

    source_key: str
    state: DocumentState
    document_id: uuid.UUID | None = None
    title: str = ""
    chunk_count: int = 0
    version: int = 0
    code: str = ""
    reason: str = ""
    note: str = ""
    is_truncated: bool = False

    @classmethod
    def for_error(cls, source_key: str, error: DomainError) -> "DocumentResult":
        """An entry for a document that was not taken in, with the error's own words."""
        return cls.refused(source_key, error.code, error.message)

    @classmethod
    def refused(cls, source_key: str, code: str, reason: str) -> "DocumentResult":
        """An entry for a document that was not taken in."""
        return cls(shown_key(source_key), DocumentState.ERROR, code=code, reason=reason)

    @property
    def is_error(self) -> bool:
        """Whether the document was left out."""
        return self.state is DocumentState.ERROR

    def as_dict(self) -> dict[str, Any]:
        """For JSON; the same fields for every state."""
        return {
            "source_key": self.source_key,
            "state": self.state.value,
            "document_id": str(self.document_id) if self.document_id else None,
            "title": self.title,
            "chunk_count": self.chunk_count,
            "version": self.version,
            "code": self.code,
            "reason": self.reason,
            "note": self.note,
            "is_truncated": self.is_truncated,
        }


def shown_key(raw: str) -> str:
    """A key that was refused, as it can be shown and stored."""
    return raw.encode("utf-8", "replace").decode().replace("\0", "\ufffd")[:500]
