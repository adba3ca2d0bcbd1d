"""Deleting a document, and what is to be said before."""

import uuid
from dataclasses import dataclass

from django.db import transaction

from apps.access.audit import record_change
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.drafts import detach_drafts
from apps.collections.links_report import Backlink, backlinks
from apps.collections.models import Document, Link, LinkState
from apps.collections.writing import check_version, lock_collection
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.text.marks import CollectionMark


@dataclass(frozen=True, slots=True)
class Deletion:
    """What goes and what breaks when a document is deleted."""

    document_id: uuid.UUID
    source_key: str
    title: str
    version: int
    revision_count: int
    backlinks: tuple[Backlink, ...]


def describe_deletion(*, user: Principal, document_id: uuid.UUID) -> Deletion:
    """What to show before deleting. Raises `NotFoundError` or `ForbiddenError`."""
    document = Document.objects.find(user=user, action=Action.DELETE, pk=document_id)
    return Deletion(
        document_id=document.pk,
        source_key=document.source_key,
        title=document.title,
        version=document.version,
        revision_count=document.revisions.count(),
        backlinks=tuple(backlinks(user=user, document_id=document.pk)),
    )


@transaction.atomic
def delete_document(
    *, user: Principal, document_id: uuid.UUID, expected_version: int | None = None
) -> None:
    """Delete a document with its chunks, links and revisions; links to it are tried again.

    Drafts of it stay with their authors, as new pages. Raises `NotFoundError`, `ForbiddenError`
    or `PreconditionFailedError`.
    """
    found = Document.objects.find(user=user, action=Action.DELETE, pk=document_id)
    collection = lock_collection(found.collection_id)
    document = Document.objects.find(user=user, action=Action.DELETE, pk=document_id)
    check_version(document, expected_version)
    record_change(
        user=user,
        action="document.deleted",
        target=document,
        before={
            "mark": str(CollectionMark(collection.name, document.source_key)),
            "version": document.version,
            "content_hash": document.content_hash,
        },
    )
    detach_drafts(document)
    Link.objects.filter(target_document=document).update(
        state=LinkState.PENDING, target_document=None, is_fragment_found=None
    )
    document.delete()
    request_job(user=user, kind=JobKind.RESOLVE_LINKS, source=collection)
