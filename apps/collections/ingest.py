"""Taking documents in: one, or many of which each bad one becomes an entry and stops nothing."""

import uuid
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import TypeAlias

from django.conf import settings
from django.db import DatabaseError, connection

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.building import BuiltDocument, build_document, current_fingerprint
from apps.collections.checking import CheckedDocument, check_document
from apps.collections.documents import DocumentResult, DocumentState, IncomingDocument
from apps.collections.models import Collection, Document
from apps.collections.writing import check_version, differs, write_documents

SLICE_DOCUMENTS = 50
SLICE_BYTES = 8 * 1024 * 1024
# A document to take in, or the entry of one that was refused before it got here.
Item: TypeAlias = IncomingDocument | DocumentResult


def ingest_document(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    document: IncomingDocument,
    expected_version: int | None = None,
) -> DocumentResult:
    """Create, replace or leave alone one document, by its key and the hash of its text.

    ``expected_version`` is what the caller last read; 0 means that it must not exist yet. Raises
    `InvalidRequestError`, `UnsupportedFormatError`, `TooLargeError` for a bad document,
    `PreconditionFailedError`, `NotFoundError` or `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    checked = check_document(document)
    stored = stored_documents(collection.pk, [checked.source_key]).get(checked.source_key)
    check_version(stored, expected_version)
    if stored is not None and is_current(stored, checked):
        return unchanged(stored)
    [result] = write_documents(
        user=user,
        collection_id=collection.pk,
        built=[build_document(checked)],
        expected_version=expected_version,
    )
    return result


def ingest_batch(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    documents: Iterable[Item],
    on_progress: Callable[[int, str], None] | None = None,
) -> list[DocumentResult]:
    """Take in up to ``limits.batch_documents`` documents; one result each, in order.

    ``on_progress`` is called with the number done and the last key. Raises `NotFoundError` or
    `ForbiddenError`; a bad document, also one over the limit, is an entry with a reason.
    """
    results: list[DocumentResult] = []
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
        if number <= limit or isinstance(item, DocumentResult):
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
) -> Iterator[list[DocumentResult]]:
    """Take in any number of documents, a slice per transaction; yields each slice's results.

    Rights are checked when the first slice is asked for.
    """
    Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    seen: set[str] = set()
    for items in slices_of(documents):
        checked = [check_item(item, seen) for item in items]
        yield ingest_slice(checked, user=user, collection_id=collection_id, is_rebuild=is_rebuild)


def slices_of(documents: Iterable[Item]) -> Iterator[list[Item]]:
    """Runs of documents that are small enough for one transaction."""
    items: list[Item] = []
    size = 0
    for item in documents:
        items.append(item)
        size += len(item.data) if isinstance(item, IncomingDocument) else 0
        if len(items) >= SLICE_DOCUMENTS or size >= SLICE_BYTES:
            yield items
            items, size = [], 0
    if items:
        yield items


def check_item(item: Item, seen: set[str]) -> CheckedDocument | DocumentResult:
    """The checked document, or an entry that says why it is left out; keys are noted in ``seen``."""
    if isinstance(item, DocumentResult):
        return item
    try:
        checked = check_document(item)
    except DomainError as error:
        return DocumentResult.for_error(item.source_key, error)
    if checked.source_key in seen:
        reason = "This key came up twice; the first one was taken."
        return DocumentResult.refused(checked.source_key, "DUPLICATE_KEY", reason)
    seen.add(checked.source_key)
    return checked


def ingest_slice(
    items: Sequence[CheckedDocument | DocumentResult],
    *,
    user: Principal,
    collection_id: uuid.UUID,
    is_rebuild: bool,
) -> list[DocumentResult]:
    """Take in one slice: what is unchanged costs a hash, the rest goes into one transaction."""
    results: dict[int, DocumentResult] = {}
    stored = stored_documents(
        collection_id, [one.source_key for one in items if isinstance(one, CheckedDocument)]
    )
    built: list[BuiltDocument] = []
    places: dict[str, int] = {}
    for place, one in enumerate(items):
        if isinstance(one, DocumentResult):
            results[place] = one
            continue
        found = stored.get(one.source_key)
        if found is not None and is_current(found, one):
            results[place] = unchanged(found)
            continue
        try:
            built.append(build_document(one))
        except DomainError as error:
            results[place] = DocumentResult.for_error(one.source_key, error)
        else:
            places[one.source_key] = place
    for result in write_or_split(
        built, user=user, collection_id=collection_id, is_rebuild=is_rebuild
    ):
        results[places[result.source_key]] = result
    return [results[place] for place in sorted(results)]


def write_or_split(
    built: Sequence[BuiltDocument], *, user: Principal, collection_id: uuid.UUID, is_rebuild: bool
) -> list[DocumentResult]:
    """Write all in one transaction; when the database refuses it, find the guilty one by one."""
    if not built:
        return []
    try:
        return write_documents(
            user=user, collection_id=collection_id, built=built, is_rebuild=is_rebuild
        )
    except DatabaseError as error:
        if not connection.is_usable():
            raise
        if len(built) == 1:
            reason = f"The database refused this document: {str(error).splitlines()[0]}"
            return [DocumentResult.refused(built[0].checked.source_key, "REFUSED", reason[:500])]
    single = (
        write_or_split([one], user=user, collection_id=collection_id, is_rebuild=is_rebuild)
        for one in built
    )
    return list(chain.from_iterable(single))


def stored_documents(collection_id: uuid.UUID, keys: Sequence[str]) -> dict[str, Document]:
    """What is stored under these keys, without the texts."""
    rows = Document.objects.filter(collection=collection_id, source_key__in=keys).with_counts()
    narrow = rows.only(
        *("id", "source_key", "title", "given_title", "content_hash", "version"),
        *("fingerprint", "note", "is_truncated"),
    )
    return {document.source_key: document for document in narrow}


def is_current(document: Document, checked: CheckedDocument) -> bool:
    """Whether nothing is to be done: same text, same title, built by the present code."""
    if differs(document, checked.content_hash, checked.given_title):
        return False
    return document.fingerprint == current_fingerprint()


def unchanged(document: Document) -> DocumentResult:
    """The result for a document that was left alone."""
    return DocumentResult(
        source_key=document.source_key,
        state=DocumentState.UNCHANGED,
        document_id=document.pk,
        title=document.title,
        chunk_count=document.chunk_count or 0,  # type: ignore[attr-defined]
        version=document.version,
        note=document.note,
        is_truncated=document.is_truncated,
    )
