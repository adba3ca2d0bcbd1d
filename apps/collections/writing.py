"""The one way to write documents: under the collection's lock, all of it or nothing."""

import uuid
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from apps.access.errors import NotFoundError, PreconditionFailedError
from apps.access.principals import Principal, stored_user
from apps.collections.building import BuiltDocument
from apps.collections.documents import DocumentResult, DocumentState
from apps.collections.history import EDIT, Cause
from apps.collections.models import Collection, Document
from apps.collections.rows import fill_document
from apps.collections.storing import Change, store_changes
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job

DAMAGED_FRONT_MATTER = "its front matter could not be read"


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
    cause: Cause = EDIT,
) -> list[DocumentResult]:
    """Store built documents, their chunks, links and revisions, and queue what must follow.

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
    needed = [change for change in changes if change.is_needed]
    if needed:
        store_changes(needed, user=user, cause=cause)
        follow_up(user=user, collection=collection)
    return [result_of(change) for change in changes]


@transaction.atomic
def rewrite_document(
    *, user: Principal, document: Document, built: BuiltDocument, cause: Cause
) -> DocumentResult:
    """Store a build in a row that the caller has locked by its collection, whatever its key."""
    change = apply_build(built, document, collection=document.collection, user=user)
    if change.is_needed:
        store_changes([change], user=user, cause=cause)
        follow_up(user=user, collection=document.collection)
    return result_of(change)


def check_version(document: Document | None, expected_version: int | None) -> None:
    """Raise `PreconditionFailedError` unless the row has the version that the caller names."""
    version = document.version if document else 0
    if expected_version is not None and version != expected_version:
        raise PreconditionFailedError(
            f"The stored version is {version}, not {expected_version}. Read it again first.",
            current_version=version,
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
    is_needed = state is not DocumentState.UNCHANGED or document.fingerprint != built.fingerprint
    if state is not DocumentState.UNCHANGED:
        if document.content_hash != checked.content_hash:
            document.content_updated_at = now
        document.source_key = checked.source_key
        document.given_title = checked.given_title or ""
        document.version += 1
        document.updated_by = stored_user(user)
        document.updated_at = now
    document.content, document.content_hash = checked.text, checked.content_hash
    document.size, document.note = checked.size, note_of(built)
    fill_document(document, built)
    return Change(built, document, state, is_needed)


def note_of(built: BuiltDocument) -> str:
    """What is worth a word about how the file was read."""
    is_damaged = built.parsed.front_matter_error is not None
    return "; ".join(filter(None, [built.checked.note, DAMAGED_FRONT_MATTER * is_damaged]))


def differs(document: Document, content_hash: str, given_title: str | None) -> bool:
    """Whether text or title are others; a title that is not given leaves the stored one."""
    if document.content_hash != content_hash:
        return True
    return given_title is not None and given_title not in {document.given_title, document.title}


def follow_up(*, user: Principal, collection: Collection) -> None:
    """Queue vectors and links, in the transaction of the change that made them necessary."""
    request_job(user=user, kind=JobKind.EMBED, source=collection)
    request_job(user=user, kind=JobKind.RESOLVE_LINKS, source=collection)


def result_of(change: Change) -> DocumentResult:
    """What to tell about one stored document."""
    document, report = change.document, change.built.report
    is_rebuilt = change.is_needed and change.state is DocumentState.UNCHANGED
    return DocumentResult(
        source_key=document.source_key,
        state=change.state,
        document_id=document.pk,
        title=document.title,
        chunk_count=len(report.chunks),
        version=document.version,
        note=document.note or ("built again" if is_rebuilt else ""),
        is_truncated=document.is_truncated,
    )
