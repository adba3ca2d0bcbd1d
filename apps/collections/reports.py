"""What an import of many documents adds up to."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from apps.collections.documents import DocumentResult, DocumentState


class ImportReport:
    """Counts per state and the entries of what was left out."""

    def __init__(self) -> None:
        self.counts: Counter[DocumentState] = Counter()
        self.errors: list[dict[str, str]] = []
        self.notes: Counter[str] = Counter()

    def add(self, results: Iterable[DocumentResult]) -> None:
        """Count some results."""
        for result in results:
            self.counts[result.state] += 1
            if result.note:
                self.notes[result.note] += 1
            if result.is_error:
                self.errors.append(
                    {
                        "source_key": result.source_key,
                        "code": result.code,
                        "reason": result.reason,
                    }
                )

    @property
    def imported(self) -> int:
        """How many documents are stored now that were part of the import."""
        return self.processed - self.counts[DocumentState.ERROR]

    @property
    def processed(self) -> int:
        """How many documents were looked at."""
        return self.counts.total()

    def as_dict(self) -> dict[str, Any]:
        """For JSON: created, replaced, unchanged, errors."""
        stored = (DocumentState.CREATED, DocumentState.REPLACED, DocumentState.UNCHANGED)
        counts: dict[str, Any] = {state.value: self.counts[state] for state in stored}
        return {**counts, "errors": self.errors}
