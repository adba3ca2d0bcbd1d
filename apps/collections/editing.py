"""What the editor does to documents: save, restore, and by way of other rooms rename and review."""

import uuid
from dataclasses import replace

from django.db import transaction

from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.building import build_document
from apps.collections.checking import check_document, check_title
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.drafts import forget_draft
from apps.collections.history import Cause, check_message
from apps.collections.models import Collection, Document, RevisionKind
from apps.collections.previewing import Preview, preview
from apps.collections.problems import Problem
from apps.collections.renaming import RenameResult, rename_document
from apps.collections.reviews import mark_reviewed, set_review
from apps.collections.revisions import read_revision
from apps.collections.seen_drafts import DraftPlace, SeenDraft
from apps.collections.slices import stored_documents
from apps.collections.writing import (
    check_version,
    lock_collection,
    rewrite_document,
    write_documents,
)

__all__ = [
    "Preview",
    "Problem",
    "RenameResult",
    "mark_reviewed",
    "preview",
    "rename_document",
    "restore_revision",
    "save_document",
    "set_review",
]


def save_document(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    source_key: str,
    content: str,
    title: str | None = None,
    message: str = "",
    expected_version: int | None,
    draft: SeenDraft | None = None,
) -> DocumentResult:
    """Publish a page as its author sees it; their draft of it is removed.

    ``draft`` is the one that the text goes back to: a newer one stays. None removes any.

    ``title`` None keeps a title that was given earlier, an empty one goes back to the text's own.
    ``expected_version`` is the version the author began with, 0 for a new page, None to overwrite
    whatever is there. Raises `PreconditionFailedError` (with ``current_version``, and with nothing
    stored or removed) if somebody saved in between, and as `ingest_document`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    cause = Cause(message=check_message(message))
    checked = check_document(IncomingDocument(source_key, content))
    stored = stored_documents(collection.pk, [checked.source_key]).get(checked.source_key)
    check_version(stored, expected_version)
    kept = stored.given_title if stored else ""
    checked = replace(checked, given_title=kept if title is None else check_title(title))
    built = build_document(checked)
    with transaction.atomic():
        [result] = write_documents(
            user=user,
            collection_id=collection.pk,
            built=[built],
            expected_version=expected_version,
            cause=cause,
        )
        assert result.document_id is not None
        place = DraftPlace(user, collection.pk, result.document_id, result.source_key)
        forget_draft(place=place, content=content, seen=draft)
    return result


@transaction.atomic
def restore_revision(
    *,
    user: Principal,
    document_id: uuid.UUID,
    number: int,
    message: str = "",
    expected_version: int | None = None,
) -> DocumentResult:
    """Give a document the text and title of one of its revisions, as a new revision.

    The key stays. Nothing happens when it says so already. Raises `NotFoundError` (also for a
    number that there is not), `ForbiddenError`, `InvalidRequestError` or
    `PreconditionFailedError`.
    """
    found = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    revision = read_revision(user=user, document_id=document_id, number=number)
    written = check_message(message) or f"Restored revision {revision.number}"
    lock_collection(found.collection_id)
    document = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    check_version(document, expected_version)
    checked = check_document(IncomingDocument(document.source_key, revision.content))
    built = build_document(replace(checked, given_title=revision.given_title))
    cause = Cause(RevisionKind.RESTORED, written)
    return rewrite_document(user=user, document=document, built=built, cause=cause)
