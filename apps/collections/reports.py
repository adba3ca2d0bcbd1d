"""What an import of many documents adds up to."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from apps.collections.attachments import AttachmentResult
from apps.collections.documents import DocumentResult, DocumentState

STORED = (DocumentState.CREATED, DocumentState.REPLACED, DocumentState.UNCHANGED)


class ImportReport:
    """Counts per state and the entries of what was left out."""

    def __init__(self) -> None:
        self.counts: Counter[DocumentState] = Counter()
        self.errors: list[dict[str, str]] = []
        self.notes: Counter[str] = Counter()
        # Attachments are counted apart: the counts above are those of documents.
        self.attachments: Counter[DocumentState] = Counter()
        self.attachment_errors: list[dict[str, str]] = []

    def add(self, results: Iterable[DocumentResult | AttachmentResult]) -> None:
        """Count some results."""
        for result in results:
            if isinstance(result, AttachmentResult):
                self.attachments[result.state] += 1
                errors = self.attachment_errors
            else:
                self.counts[result.state] += 1
                errors = self.errors
                self.notes.update(result.note.split("; ") if result.note else ())
            if result.is_error:
                errors.append(error_entry(result))

    @property
    def imported(self) -> int:
        """How many documents are stored now that were part of the import."""
        return self.counts.total() - self.counts[DocumentState.ERROR]

    @property
    def processed(self) -> int:
        """How many documents and attachments were looked at."""
        return self.counts.total() + self.attachments.total()

    def as_dict(self) -> dict[str, Any]:
        """For JSON: created, replaced, unchanged, errors of the documents."""
        counts: dict[str, Any] = {state.value: self.counts[state] for state in STORED}
        return {**counts, "errors": self.errors}

    def attachment_counts(self) -> dict[str, Any]:
        """What became of the attachments, in the same words."""
        counts: dict[str, Any] = {state.value: self.attachments[state] for state in STORED}
        return {**counts, "errors": self.attachment_errors}


def error_entry(result: DocumentResult | AttachmentResult) -> dict[str, str]:
    """What is told of a file that was not taken in."""
    return {"source_key": result.source_key, "code": result.code, "reason": result.reason}
