"""Drafts: what an author has written and not published, seen by nobody else."""

import uuid

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError
from apps.access.models import User
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.collections.checking import LONGEST_TITLE, read_text
from apps.collections.history import LONGEST_MESSAGE
from apps.collections.keys import LONGEST_KEY, suffix_of
from apps.collections.models import Collection, Document, Draft
from apps.collections.models.drafts import DraftQuerySet
from apps.collections.seen_drafts import DraftPlace, SeenDraft, check_unfinished


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
    seen: SeenDraft | None = None,
    unless_finished: bool = False,
) -> Draft:
    """Keep what the author has so far, over their earlier draft of the same page.

    A draft of a document (``document_id``) is one, whatever key it is to have; a draft of a new
    page goes by its key, which may still be unfinished or empty. ``seen`` is the draft that the
    text goes back to, None to write over whatever is there. Raises `StaleDraftError` when another
    one is there or (``unless_finished``) when it has been published or thrown away since, and
    `NotFoundError`, `ForbiddenError`, `TooLargeError` or `InvalidRequestError`.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    if not user.pk:
        raise ForbiddenError("Only somebody with an account can keep a draft.")
    document = None
    if document_id is not None:
        document = Document.objects.find(user=user, pk=document_id, collection=collection)
    text, _note = read_text(content)
    key = storable_line(source_key, LONGEST_KEY) or (document.source_key if document else "")
    lock_author(user)
    place = DraftPlace(user, collection.pk, document_id, key)
    draft = place.draft(seen)
    place.check_newest(draft, seen)
    if draft is None and seen is not None and unless_finished:
        check_unfinished(place, base_version, seen)
    draft = draft or Draft(author_id=user.pk, collection=collection, document=document, version=0)
    return write_draft(
        draft,
        source_key=key,
        title=storable_line(title, LONGEST_TITLE),
        content=text,
        message=storable_line(message, LONGEST_MESSAGE),
        base_version=check_base_version(base_version),
    )


def write_draft(draft: Draft, **fields: str | int) -> Draft:
    """Store the fields as the draft's next version."""
    for name, value in fields.items():
        setattr(draft, name, value)
    draft.version += 1
    draft.updated_at = timezone.now()
    draft.save()
    return draft


def lock_author(user: Principal) -> None:
    """Hold the author's drafts until the transaction ends: two tabs cannot both be the first."""
    User.objects.select_for_update(no_key=True).filter(pk__in=[user.pk]).first()


def storable_line(text: str, longest: int) -> str:
    """A field of a draft as it can be stored; what is too long is cut, not refused."""
    cleaned = text.replace("\0", " ").encode("utf-8", "replace").decode()
    return " ".join(cleaned.split())[:longest]


def check_base_version(version: int) -> int:
    """The version if there can be one. Raises `InvalidRequestError`."""
    if not 0 <= version < 2**31:
        raise InvalidRequestError.for_field("base_version", "This is no version of a document.")
    return version


def remaining_draft(*, place: DraftPlace, seen: SeenDraft) -> Draft | None:
    """The draft that publishing the page has left, because the author had not seen it."""
    return place.all_drafts(seen).select_related("document").first()


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


def forget_draft(*, place: DraftPlace, content: str, seen: SeenDraft | None) -> None:
    """Remove the author's draft of a page that has just been published with that text.

    A draft that is neither the one that was seen nor of the same text is kept; without ``seen``
    all go.
    """
    lock_author(place.user)
    drafts = place.all_drafts(seen)
    if seen is not None:
        known = Q(version=seen.version) & (Q(pk=seen.id) if seen.id else Q())
        drafts = drafts.filter(known | Q(content__in=[content, content.replace("\r\n", "\n")]))
    drafts.delete()


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
