"""Keeping files beside the documents of a collection, and removing them."""

import uuid
from collections.abc import Sequence

from django.conf import settings
from django.db import transaction
from django.db.models import Sum
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.errors import TooLargeError
from apps.access.principals import Principal, stored_user
from apps.access.querysets import Action
from apps.collections.attachment_data import drop_unused_data, keep_data
from apps.collections.attachments import (
    AttachmentResult,
    CheckedAttachment,
    IncomingAttachment,
    check_attachment,
)
from apps.collections.documents import DocumentState
from apps.collections.models import Attachment, Collection, Link, LinkState
from apps.collections.writing import lock_collection
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.text.marks import CollectionMark

UPDATES = ("data", "size", "content_type", "updated_by", "updated_at")


def attach_file(
    *, user: Principal, collection_id: uuid.UUID, file: IncomingAttachment
) -> AttachmentResult:
    """Create, replace or leave alone one attachment, by its key and the hash of its bytes.

    Raises `InvalidRequestError`, `UnsupportedFormatError` or `TooLargeError` for a bad file,
    `NotFoundError` or `ForbiddenError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    [result] = write_attachments(
        user=user, collection_id=collection.pk, files=[check_attachment(file)]
    )
    if result.is_error:
        raise TooLargeError(result.reason)
    return result


@transaction.atomic
def write_attachments(
    *, user: Principal, collection_id: uuid.UUID, files: Sequence[CheckedAttachment]
) -> list[AttachmentResult]:
    """Store checked files under the collection's lock, as far as its ceiling allows.

    Links are tried again when something was stored. Raises `NotFoundError` when the collection is
    gone.
    """
    collection = lock_collection(collection_id)
    keys = [file.source_key for file in files]
    rows = Attachment.objects.filter(collection=collection, source_key__in=keys)
    stored = {row.source_key: row for row in rows}
    room = room_left(collection)
    results: list[AttachmentResult] = []
    changed: list[tuple[Attachment, CheckedAttachment]] = []
    for file in files:
        row = stored.get(file.source_key) or Attachment(
            collection=collection, source_key=file.source_key, size=0
        )
        grown = len(file.data) - row.size
        if row.data_id == file.sha256:
            results.append(result_of(row, DocumentState.UNCHANGED))
        elif grown > 0 and grown > room:
            results.append(AttachmentResult.for_error(file.source_key, full_error()))
        else:
            is_new = row.data_id is None
            room -= grown
            fill(row, file, user=user)
            changed.append((row, file))
            results.append(
                result_of(row, DocumentState.CREATED if is_new else DocumentState.REPLACED)
            )
    if changed:
        store(changed)
        request_job(user=user, kind=JobKind.RESOLVE_LINKS, source=collection)
    return results


def room_left(collection: Collection) -> int:
    """Bytes that the attachments of a collection may still grow by."""
    rows = Attachment.objects.filter(collection=collection)
    taken = rows.aggregate(total=Sum("size"))["total"] or 0
    return int(settings.PRESSMARK.limits.attachments_bytes - taken)


def full_error() -> TooLargeError:
    """The error for a file that the collection has no room for."""
    limit = settings.PRESSMARK.limits.attachments_bytes
    return TooLargeError(f"The attachments of this collection would be larger than {limit} bytes.")


def fill(row: Attachment, file: CheckedAttachment, *, user: Principal) -> None:
    """Put a file into its row, in memory."""
    row.data_id = file.sha256
    row.size = len(file.data)
    row.content_type = file.content_type
    row.updated_by = stored_user(user)
    row.updated_at = timezone.now()


def store(changed: Sequence[tuple[Attachment, CheckedAttachment]]) -> None:
    """Write the contents first, then the rows that name them; drop what was replaced."""
    keep_data({file.sha256: file.data for _, file in changed})
    Attachment.objects.bulk_create(
        [row for row, _ in changed],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=UPDATES,
    )
    drop_unused_data()


def result_of(row: Attachment, state: DocumentState) -> AttachmentResult:
    """What to tell about one stored file."""
    return AttachmentResult(
        source_key=row.source_key,
        state=state,
        attachment_id=row.pk,
        size=row.size,
        content_type=row.content_type,
    )


@transaction.atomic
def delete_attachment(*, user: Principal, attachment_id: uuid.UUID) -> None:
    """Delete an attachment; links to it are tried again. Raises `NotFoundError`, `ForbiddenError`.

    Its bytes go with the last attachment that has them.
    """
    found = Attachment.objects.find(user=user, action=Action.DELETE, pk=attachment_id)
    collection = lock_collection(found.collection_id)
    row = Attachment.objects.find(user=user, action=Action.DELETE, pk=attachment_id)
    record_change(
        user=user,
        action="attachment.deleted",
        target=row,
        before={
            "mark": str(CollectionMark(collection.name, row.source_key)),
            "sha256": row.sha256,
        },
    )
    Link.objects.filter(target_attachment=row).update(
        state=LinkState.PENDING, target_attachment=None
    )
    row.delete()
    drop_unused_data()
    request_job(user=user, kind=JobKind.RESOLVE_LINKS, source=collection)
