"""From a request's body to what an ingest takes in."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from django.conf import settings

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.api.errors import flatten
from apps.api.serializers.documents import DocumentRequestSerializer
from apps.collections.checking import too_large
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.ingest import FileResult, Item
from apps.collections.reports import ImportReport

ZIP_TYPES = frozenset({"application/zip", "application/x-zip-compressed"})
INVALID = InvalidRequestError.code


def documents_of_batch(raw: Sequence[Any]) -> Iterator[Item]:
    """Each entry of a JSON batch: a document, or the result that says what is wrong with it.

    Raises `TooLargeError` for more than a batch holds, before any of them is looked at.
    """
    limit = settings.PRESSMARK.limits.batch_documents
    if len(raw) > limit:
        raise TooLargeError(
            f"A batch holds at most {limit} documents; this one has {len(raw)}. Nothing was "
            "stored: send it in parts, or as a zip."
        )
    return checked_entries(raw)


def checked_entries(raw: Iterable[Any]) -> Iterator[Item]:
    """What `documents_of_batch` returns, one by one."""
    for entry in raw:
        checked = DocumentRequestSerializer(data=entry)
        if checked.is_valid():
            yield document_of(checked.validated_data)
        else:
            reasons = "; ".join(f"{name}: {text}" for name, text in flatten(checked.errors))
            key = entry.get("source_key") if isinstance(entry, dict) else None
            yield DocumentResult.refused(key if isinstance(key, str) else "", INVALID, reasons)


def document_of(values: dict[str, Any]) -> IncomingDocument:
    """A document from checked JSON."""
    return IncomingDocument(values["source_key"], values["content"], values.get("title"))


def documents_of_form(form: dict[str, Any]) -> Iterator[Item]:
    """The files of a checked form, read one at a time; one over the limit is not read at all."""
    names = form.get("path") or [file.name for file in form["file"]]
    for file, key in zip(form["file"], names, strict=True):
        if file.size > settings.PRESSMARK.limits.document_bytes:
            yield DocumentResult.for_error(key, too_large())
        else:
            yield IncomingDocument(key, file.read())


def only_document_of_form(form: dict[str, Any]) -> IncomingDocument:
    """The single file of a checked form. Raises `TooLargeError`."""
    [file] = form["file"]
    [key] = form.get("path") or [form.get("source_key") or file.name]
    if file.size > settings.PRESSMARK.limits.document_bytes:
        raise too_large()
    return IncomingDocument(key, file.read(), form.get("title"))


def archive_of_form(form: dict[str, Any]) -> Any:
    """The zip archive in a checked form. Raises `InvalidRequestError` when it has company."""
    archives = [file for file in form["file"] if is_archive(file)]
    if archives and len(form["file"]) > 1:
        raise InvalidRequestError.for_field("file", "Send an archive alone.")
    return archives[0] if archives else None


def is_archive(file: Any) -> bool:
    """Whether a file calls itself a zip."""
    return (file.name or "").lower().endswith(".zip") or file.content_type in ZIP_TYPES


def summary_of(results: Sequence[FileResult]) -> dict[str, Any]:
    """Counts by state, the errors, and every result in its place."""
    report = ImportReport()
    report.add(results)
    notes = dict(report.notes)
    return {**report.as_dict(), "notes": notes, "results": [result.as_dict() for result in results]}
