"""Drafts: what an author has written and not published, seen by nobody else."""

import uuid

from django.db import transaction
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.checking import LONGEST_TITLE, read_text
from apps.collections.history import LONGEST_MESSAGE
from apps.collections.keys import LONGEST_KEY, suffix_of
from apps.collections.models import Collection, Document, Draft
from apps.collections.models.drafts import DraftQuerySet


@transaction.atomic
def keep_draft(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    content: str,
    document_id: uuid.UUID | None = None,
    source_key: str = "",
    title: str = "",
    message: str = "",
    base_version: int = 0,
) -> Draft:
    """Keep what the author has so far, over their earlier draft of the same page.

    A draft of a document (``document_id``) is one, whatever key it is to have; a draft of a new
    page goes by its key, which may still be unfinished or empty. Raises `NotFoundError`,
    `ForbiddenError`, `TooLargeError` or `InvalidRequestError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    if not user.pk:
        raise ForbiddenError("Only somebody with an account can keep a draft.")
    document = None
    if document_id is not None:
        document = Document.objects.find(user=user, pk=document_id, collection=collection)
    text, _note = read_text(content)
    key = storable_line(source_key, LONGEST_KEY) or (document.source_key if document else "")
    place = {"document": document} if document else {"document": None, "source_key": key}
    draft, _is_new = Draft.objects.update_or_create(
        author_id=user.pk,
        collection=collection,
        **place,
        defaults={
            "source_key": key,
            "title": storable_line(title, LONGEST_TITLE),
            "content": text,
            "message": storable_line(message, LONGEST_MESSAGE),
            "base_version": check_base_version(base_version),
            "updated_at": timezone.now(),
        },
    )
    return draft


def storable_line(text: str, longest: int) -> str:
    """A field of a draft as it can be stored; what is too long is cut, not refused."""
    cleaned = text.replace("\0", " ").encode("utf-8", "replace").decode()
    return " ".join(cleaned.split())[:longest]


def check_base_version(version: int) -> int:
    """The version if there can be one. Raises `InvalidRequestError`."""
    if not 0 <= version < 2**31:
        raise InvalidRequestError.for_field("base_version", "This is no version of a document.")
    return version


def list_drafts(*, user: Principal, collection_id: uuid.UUID | None = None) -> DraftQuerySet:
    """The user's own drafts, newest first, with collection and document."""
    rows = Draft.objects.visible_to(user).select_related("collection", "document")
    return rows if collection_id is None else rows.filter(collection=collection_id)


def find_draft(
    *,
    user: Principal,
    collection_id: uuid.UUID,
    document_id: uuid.UUID | None = None,
    source_key: str = "",
) -> Draft | None:
    """The user's draft of that document, or of the new page of that key; None without one."""
    rows = Draft.objects.visible_to(user).filter(collection=collection_id, document=document_id)
    if document_id is None:
        rows = rows.filter(source_key=storable_line(source_key, LONGEST_KEY))
    return rows.first()


def discard_draft(*, user: Principal, draft_id: uuid.UUID) -> None:
    """Throw one's own draft away. Raises `NotFoundError`; `ForbiddenError` for a reading token."""
    Draft.objects.find(user=user, action=Action.DELETE, pk=draft_id).delete()


def forget_draft(
    *, user: Principal, collection_id: uuid.UUID, document_id: uuid.UUID, source_key: str
) -> None:
    """Remove the author's drafts of a page that has just been published."""
    own = Draft.objects.filter(author=user.pk, collection=collection_id)
    own.filter(document=document_id).delete()
    own.filter(document=None, source_key=source_key).delete()


def detach_drafts(document: Document) -> None:
    """Turn the drafts of a document that is about to go into drafts of new pages."""
    for draft in Draft.objects.filter(document=document):
        draft.document = None
        draft.base_version = 0
        same = Draft.objects.filter(
            author=draft.author_id, collection=draft.collection_id, document=None
        )
        if same.filter(source_key=draft.source_key).exists():
            draft.source_key = other_key(draft.source_key)
        draft.save(update_fields=["document", "base_version", "source_key"])


def other_key(key: str) -> str:
    """A key beside the given one that no draft has."""
    suffix = suffix_of(key)
    stem = key[: len(key) - len(suffix)][: LONGEST_KEY - len(suffix) - 9]
    return f"{stem}-{uuid.uuid4().hex[:8]}{suffix}"
