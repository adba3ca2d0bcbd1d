"""The one place that writes documents, chunks and links; everything in one transaction."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.access.errors import NotFoundError, PreconditionFailedError
from apps.access.principals import Principal, stored_user
from apps.collections.building import BuiltDocument
from apps.collections.documents import DocumentResult, DocumentState
from apps.collections.models import Chunk, Collection, Document, Link
from apps.collections.rows import BUILT_FIELDS, chunk_row, fill_document, link_rows
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job

DOCUMENT_UPDATES = (
    *BUILT_FIELDS,
    *("source_key", "given_title", "content", "content_hash", "size", "note", "version"),
    *("updated_by", "updated_at", "content_updated_at"),
)
CHUNK_UPDATES = (
    *("chunk_index", "heading_path", "heading_level", "section_anchor", "sections"),
    *("start_line", "end_line"),
)


@dataclass(frozen=True, slots=True)
class Change:
    """A built document and the row it is for: None for a new one."""

    built: BuiltDocument
    document: Document
    state: DocumentState


def lock_collection(collection_id: uuid.UUID) -> Collection:
    """Hold the collection against other writers until the transaction ends.

    One writer at a time: two uploads of one key cannot collide, and the collection cannot be
    deleted in between. Raises `NotFoundError` when it is gone.
    """
    rows = Collection.objects.select_for_update(no_key=True)
    collection = rows.filter(pk=collection_id).first()
    if collection is None:
        raise NotFoundError
    return collection


@transaction.atomic
def write_documents(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    built: Sequence[BuiltDocument],
    expected_version: int | None = None,
    is_rebuild: bool = False,
) -> list[DocumentResult]:
    """Store built documents, their chunks and links, and queue what must follow; in order.

    A document that somebody else stored with the same text in the meantime is `unchanged`. With
    ``is_rebuild`` a document whose text is another by now is left alone. Raises `NotFoundError`
    when the collection is gone, `PreconditionFailedError` when ``expected_version`` (0: must not
    exist) is not the stored one.
    """
    collection = lock_collection(collection_id)
    rows = Document.objects.filter(
        collection=collection, source_key__in=[one.checked.source_key for one in built]
    )
    stored = {document.source_key: document for document in rows}
    changes = []
    for one in built:
        found = stored.get(one.checked.source_key)
        check_version(found, expected_version)
        if not (is_rebuild and (found is None or found.content_hash != one.checked.content_hash)):
            changes.append(apply_build(one, found, collection=collection, user=user))
    store(changes)
    if changes:
        follow_up(user=user, collection=collection)
    return [result_of(change) for change in changes]


@transaction.atomic
def rewrite_document(
    *, user: Principal, document: Document, built: BuiltDocument
) -> DocumentResult:
    """Store a build in a row that the caller has locked by its collection, whatever its key."""
    change = apply_build(built, document, collection=document.collection, user=user)
    store([change])
    follow_up(user=user, collection=document.collection)
    return result_of(change)


def check_version(document: Document | None, expected_version: int | None) -> None:
    """Raise `PreconditionFailedError` unless the row has the version that the caller names."""
    version = document.version if document else 0
    if expected_version is not None and version != expected_version:
        raise PreconditionFailedError(
            f"The stored version is {version}, not {expected_version}. Read it again first."
        )


def apply_build(
    built: BuiltDocument, document: Document | None, *, collection: Collection, user: Principal
) -> Change:
    """Put a build into its row, in memory; the version counts up when text or title change."""
    now = timezone.now()
    checked = built.checked
    if document is None:
        document = Document(collection=collection, source_key=checked.source_key, version=0)
        state = DocumentState.CREATED
    elif document.source_key != checked.source_key or differs(
        document, checked.content_hash, checked.given_title
    ):
        state = DocumentState.REPLACED
    else:
        state = DocumentState.UNCHANGED
    document.collection = collection
    if state is not DocumentState.UNCHANGED:
        if document.content_hash != checked.content_hash:
            document.content_updated_at = now
        document.source_key = checked.source_key
        document.given_title = checked.given_title
        document.version += 1
        document.updated_by = stored_user(user)
        document.updated_at = now
    document.content, document.content_hash = checked.text, checked.content_hash
    document.size, document.note = checked.size, checked.note
    fill_document(document, built)
    return Change(built, document, state)


def differs(document: Document, content_hash: str, given_title: str) -> bool:
    """Whether text or title are others; a title that is not given leaves the stored one."""
    if document.content_hash != content_hash:
        return True
    return bool(given_title) and given_title not in {document.given_title, document.title}


def store(changes: Sequence[Change]) -> None:
    """Write the rows of many documents with few statements, then tell who waits for chunks."""
    if not changes:
        return
    documents = [change.document for change in changes]
    Document.objects.bulk_create(
        documents,
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=DOCUMENT_UPDATES,
    )
    old = [c.document.pk for c in changes if c.state is not DocumentState.CREATED]
    chunks = store_chunks(changes, reusable_chunks(old))
    Link.objects.filter(document__in=old).delete()
    Link.objects.bulk_create(
        [link for change in changes for link in link_rows(change.document, change.built)]
    )
    if chunks:
        for name in settings.PRESSMARK_CHUNKS_STORED:
            import_string(name)(chunks)


def reusable_chunks(
    document_ids: Sequence[uuid.UUID],
) -> dict[tuple[uuid.UUID, str], list[uuid.UUID]]:
    """Ids of stored chunks by document and text, so that an edit keeps what it does not touch."""
    found: dict[tuple[uuid.UUID, str], list[uuid.UUID]] = {}
    if document_ids:
        rows = Chunk.objects.filter(document__in=document_ids).order_by("-chunk_index")
        for pk, document_id, content in rows.values_list("pk", "document_id", "content"):
            found.setdefault((document_id, content), []).append(pk)
    return found


def store_chunks(
    changes: Sequence[Change], reusable: Mapping[tuple[uuid.UUID, str], list[uuid.UUID]]
) -> list[Chunk]:
    """Replace the chunks of the documents; a chunk with the same text keeps its id and vector."""
    chunks = []
    for change in changes:
        for chunk in change.built.report.chunks:
            ids = reusable.get((change.document.pk, chunk.content))
            chunks.append(chunk_row(change.document, chunk, ids.pop() if ids else None))
    left_over = [pk for ids in reusable.values() for pk in ids]
    if left_over:
        Chunk.objects.filter(pk__in=left_over).delete()
    Chunk.objects.bulk_create(
        chunks, update_conflicts=True, unique_fields=["id"], update_fields=CHUNK_UPDATES
    )
    return chunks


def follow_up(*, user: Principal, collection: Collection) -> None:
    """Queue vectors and links, in the transaction of the change that made them necessary."""
    request_job(user=user, kind=JobKind.EMBED, source=collection)
    request_job(user=user, kind=JobKind.RESOLVE_LINKS, source=collection)


def result_of(change: Change) -> DocumentResult:
    """What to tell about one stored document."""
    document, report = change.document, change.built.report
    rebuilt = "built again" if change.state is DocumentState.UNCHANGED else ""
    return DocumentResult(
        source_key=document.source_key,
        state=change.state,
        document_id=document.pk,
        title=document.title,
        chunk_count=len(report.chunks),
        version=document.version,
        note=document.note or rebuilt,
        is_truncated=document.is_truncated,
    )
