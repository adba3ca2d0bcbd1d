"""Taking documents in: one, or many of which each bad one becomes an entry and stops nothing."""

import uuid
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import cached_property
from typing import TypeAlias

from django.conf import settings

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.attaching import write_attachments
from apps.collections.attachments import (
    AttachmentResult,
    CheckedAttachment,
    IncomingAttachment,
    check_attachment,
)
from apps.collections.building import build_document
from apps.collections.checking import CheckedDocument, check_document
from apps.collections.deleting import delete_document
from apps.collections.documents import DocumentResult, DocumentState, IncomingDocument
from apps.collections.history import Cause, check_message
from apps.collections.link_index import fold
from apps.collections.models import Collection
from apps.collections.slices import (
    ingest_slice,
    is_current,
    stored_documents,
    stored_keys,
    unchanged,
)
from apps.collections.writing import check_version, write_documents

__all__ = ["delete_document", "ingest_batch", "ingest_document", "ingest_stream"]

SLICE_DOCUMENTS = 50
SLICE_BYTES = 8 * 1024 * 1024
Incoming: TypeAlias = IncomingDocument | IncomingAttachment
FileResult: TypeAlias = DocumentResult | AttachmentResult
# A file to take in, or the entry of one that was refused before it got here.
Item: TypeAlias = Incoming | FileResult
Checked: TypeAlias = CheckedDocument | CheckedAttachment | FileResult
CASE_TWIN = "differs from an earlier name only in case"


class Seen:
    """The keys of one ingest so far, and which of them fold to one that came before.

    What came before may have been another batch of the same folder, so new keys are compared with
    those of the collection too.
    """

    def __init__(self, collection_id: uuid.UUID) -> None:
        self.collection_id = collection_id
        self.keys: set[str] = set()
        self.folded: set[str] = set()
        self.twins: set[str] = set()

    def add(self, key: str) -> None:
        """Note a key that did not come up before."""
        self.keys.add(key)
        if fold(key) in self.folded:
            self.twins.add(key)
        self.folded.add(fold(key))

    @cached_property
    def stored(self) -> frozenset[str]:
        """What the collection held besides when the first new document was in, folded."""
        return frozenset(fold(key) for key in stored_keys(self.collection_id) - self.keys)

    def is_twin(self, result: FileResult) -> bool:
        """Whether a file system that ignores case would keep one of two."""
        if result.is_error:
            return False
        key = result.source_key
        is_new = result.state is DocumentState.CREATED
        return key in self.twins or (is_new and fold(key) in self.stored)

    def noted(self, result: FileResult) -> FileResult:
        """The result, with a word if there is another of that name but for case."""
        if not self.is_twin(result):
            return result
        return replace(result, note="; ".join(filter(None, [result.note, CASE_TWIN])))


def ingest_document(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    document: IncomingDocument,
    expected_version: int | None = None,
    message: str = "",
) -> DocumentResult:
    """Create, replace or leave alone one document, by its key and the hash of its text.

    ``expected_version`` is what the caller last read; 0 means that it must not exist yet;
    ``message`` goes into the revision. Raises
    `InvalidRequestError`, `UnsupportedFormatError`, `TooLargeError` for a bad document,
    `PreconditionFailedError`, `NotFoundError` or `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    checked = check_document(document)
    cause = Cause(message=check_message(message))
    stored = stored_documents(collection.pk, [checked.source_key]).get(checked.source_key)
    check_version(stored, expected_version)
    if stored is not None and is_current(stored, checked):
        return unchanged(stored)
    [result] = write_documents(
        user=user,
        collection_id=collection.pk,
        built=[build_document(checked)],
        expected_version=expected_version,
        cause=cause,
    )
    return result


def ingest_batch(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    documents: Iterable[Item],
    on_progress: Callable[[int, str], None] | None = None,
) -> list[FileResult]:
    """Take in up to ``limits.batch_documents`` documents; one result each, in order.

    ``on_progress`` is called with the number done and the last key. Raises `NotFoundError` or
    `ForbiddenError`; a bad document, also one over the limit, is an entry with a reason.
    """
    results: list[FileResult] = []
    slices = ingest_stream(
        user=user, collection_id=collection_id, documents=within_limit(documents)
    )
    for some in slices:
        results.extend(some)
        if on_progress is not None:
            on_progress(len(results), results[-1].source_key)
    return results


def within_limit(documents: Iterable[Item]) -> Iterator[Item]:
    """The documents as they are, and an entry for each one beyond the limit of a batch."""
    limit = settings.PRESSMARK.limits.batch_documents
    for number, item in enumerate(documents, start=1):
        if number <= limit or not isinstance(item, IncomingDocument):
            yield item
            continue
        reason = f"A batch holds at most {limit} documents; send this one in another batch."
        yield DocumentResult.refused(item.source_key, "BATCH_LIMIT", reason)


def ingest_stream(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    documents: Iterable[Item],
    is_rebuild: bool = False,
) -> Iterator[list[FileResult]]:
    """Take in any number of files, a slice per transaction; yields each slice's results.

    Documents come in order and before the attachments of their slice. Rights are checked when the
    first slice is asked for.
    """
    Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    seen = Seen(collection_id)
    for items in slices_of(documents):
        checked = [check_item(item, seen) for item in items]
        pages = [one for one in checked if isinstance(one, CheckedDocument | DocumentResult)]
        files = [one for one in checked if isinstance(one, CheckedAttachment)]
        results: list[FileResult] = [*(one for one in checked if isinstance(one, AttachmentResult))]
        if files:
            results += write_attachments(user=user, collection_id=collection_id, files=files)
        stored = ingest_slice(pages, user=user, collection_id=collection_id, is_rebuild=is_rebuild)
        yield [seen.noted(result) for result in (*stored, *results)]


def slices_of(documents: Iterable[Item]) -> Iterator[list[Item]]:
    """Runs of documents that are small enough for one transaction."""
    items: list[Item] = []
    size = 0
    for item in documents:
        items.append(item)
        size += len(item.data) if isinstance(item, Incoming) else 0
        if len(items) >= SLICE_DOCUMENTS or size >= SLICE_BYTES:
            yield items
            items, size = [], 0
    if items:
        yield items


def check_item(item: Item, seen: Seen) -> Checked:
    """The checked file, or an entry that says why not; its key is noted in ``seen``."""
    if not isinstance(item, Incoming):
        return item
    entry = DocumentResult if isinstance(item, IncomingDocument) else AttachmentResult
    try:
        checked = check_one(item)
    except DomainError as error:
        return entry.for_error(item.source_key, error)
    if checked.source_key in seen.keys:
        reason = "This key came up twice; the first one was taken."
        return entry.refused(checked.source_key, "DUPLICATE_KEY", reason)
    seen.add(checked.source_key)
    return checked


def check_one(item: Incoming) -> CheckedDocument | CheckedAttachment:
    """The checked file. Raises `DomainError`."""
    return check_document(item) if isinstance(item, IncomingDocument) else check_attachment(item)
