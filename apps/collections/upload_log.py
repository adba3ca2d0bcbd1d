"""What became of each file of an upload, kept while its job runs and after."""

import time
from collections.abc import Iterable
from typing import Any

from apps.collections.attachments import AttachmentResult
from apps.collections.documents import DocumentState
from apps.collections.ingest import FileResult
from apps.collections.models import Attachment, Document, Upload
from apps.collections.reports import STORED, ImportReport

KEPT_RESULTS = 2000
KEPT_NAMES = 200
SAVE_SECONDS = 2.0


class UploadLog:
    """The outcome per file, over all runs of the job: what an earlier run created stays created."""

    def __init__(self, upload: Upload) -> None:
        self.upload = upload
        self.report = ImportReport()
        self.entries: list[dict[str, Any]] = []
        self.has_news = False
        self.saved = time.monotonic()

    def add(self, results: list[FileResult]) -> None:
        """Note some results; stored now and then, so that a killed run leaves its trace."""
        earlier = stored_before(self.upload, results)
        for result in results:
            entry = brief(result)
            if result.state is DocumentState.UNCHANGED:
                entry["state"] = earlier.get(result.source_key, entry["state"])
            elif not result.is_error:
                self.has_news = True
            self.entries.append(entry)
        self.report.add(results)
        if time.monotonic() - self.saved >= SAVE_SECONDS:
            self.save()

    def save(self, *fields: str) -> None:
        """Store the entries, errors first, then what has a note, as many as are kept."""
        self.saved = time.monotonic()
        ordered = sorted(
            self.entries,
            key=lambda entry: (entry["state"] != DocumentState.ERROR, not entry["note"]),
        )
        self.upload.results = ordered[:KEPT_RESULTS]
        self.upload.save(update_fields=["results", *fields])

    def summary(self, skipped: list[str], *, root: str = "") -> dict[str, Any]:
        """Counts per state, the first of the errors and skipped files, the folder taken off."""
        errors = self.report.errors
        attachments = self.report.attachment_counts()
        return {
            **self.counts("document"),
            "errors": errors[:KEPT_NAMES],
            "error_count": len(errors),
            "attachments": {
                **self.counts("attachment"),
                "errors": attachments["errors"][:KEPT_NAMES],
                "error_count": len(attachments["errors"]),
            },
            "skipped": skipped[:KEPT_NAMES],
            "skipped_count": len(skipped),
            "notes": dict(self.report.notes),
            "root": root,
        }

    def counts(self, kind: str) -> dict[str, int]:
        """How many files of that kind ended in each state, but for errors."""
        states = [entry["state"] for entry in self.entries if entry["kind"] == kind]
        return {state.value: states.count(state) for state in STORED}


def brief(result: FileResult) -> dict[str, Any]:
    """The part of a result that is worth keeping for each file."""
    return {
        "kind": "attachment" if isinstance(result, AttachmentResult) else "document",
        "source_key": result.source_key,
        "state": result.state.value,
        "code": result.code,
        "reason": result.reason,
        "note": result.note,
    }


def stored_before(upload: Upload, results: Iterable[FileResult]) -> dict[str, str]:
    """What the upload itself did to files that are found unchanged now, by key.

    A run that was killed may have stored more than it could note; the times of the rows tell.
    """
    keys = [one.source_key for one in results if one.state is DocumentState.UNCHANGED]
    if not keys:
        return {}
    states: dict[str, str] = {}
    for model in (Document, Attachment):
        rows = model.objects.filter(
            collection=upload.collection_id, source_key__in=keys, updated_at__gte=upload.created_at
        )
        for key, created_at in rows.values_list("source_key", "created_at"):
            is_new = created_at >= upload.created_at
            states[key] = (DocumentState.CREATED if is_new else DocumentState.REPLACED).value
    return states
