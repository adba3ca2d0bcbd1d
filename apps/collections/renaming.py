"""A document under another key: the same document, with its history and its backlinks."""

import uuid
from dataclasses import dataclass

from django.db import transaction

from apps.access.errors import ConflictError, FieldError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.building import build_document
from apps.collections.checking import check_document
from apps.collections.documents import DocumentResult, IncomingDocument
from apps.collections.history import Cause, check_message
from apps.collections.keys import check_format, clean_key
from apps.collections.models import Document, RevisionKind
from apps.collections.writing import check_version, lock_collection, rewrite_document


@dataclass(frozen=True, slots=True)
class RenameResult:
    """A renamed document; ``updated`` are the keys of the pages whose links were rewritten."""

    document_id: uuid.UUID
    source_key: str
    updated: tuple[str, ...]
    result: DocumentResult


@transaction.atomic
def rename_document(
    *,
    user: Principal,
    document_id: uuid.UUID,
    source_key: str,
    update_links: bool = False,
    expected_version: int | None = None,
    message: str = "",
) -> RenameResult:
    """Move a document to another key of its collection; links from and to it are tried again.

    Raises `NotFoundError`, `ForbiddenError`, `InvalidRequestError`, `UnsupportedFormatError`,
    `PreconditionFailedError`, or `ConflictError` when the key is taken.
    """
    found = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    key = clean_key(source_key)
    check_format(key)
    lock_collection(found.collection_id)
    document = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    check_version(document, expected_version)
    check_key_is_free(document, key)
    written = check_message(message) or f"Renamed from {document.source_key}"[:300]
    checked = check_document(IncomingDocument(key, document.content, document.given_title))
    result = rewrite_document(
        user=user,
        document=document,
        built=build_document(checked),
        cause=Cause(RevisionKind.RENAMED, written),
    )
    return RenameResult(document.pk, key, (), result)


def check_key_is_free(document: Document, key: str) -> None:
    """Raise `ConflictError` when another document of the collection has the key."""
    same = Document.objects.filter(collection=document.collection_id, source_key=key)
    if same.exclude(pk=document.pk).exists():
        message = f"There is already a document with the key {key}."
        raise ConflictError(message, field_errors=[FieldError("source_key", message)])
