"""Who answers for a page, how often it is to be read over, and when that was last done."""

import datetime as dt
import uuid

from django.db import transaction
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.errors import InvalidRequestError
from apps.access.models import User
from apps.access.principals import Principal, stored_user
from apps.access.querysets import Action
from apps.collections.models import Collection, Document
from apps.collections.models.documents import LONGEST_REVIEW_INTERVAL, DocumentQuerySet


@transaction.atomic
def mark_reviewed(
    *, user: Principal, document_id: uuid.UUID, on: dt.date | None = None
) -> Document:
    """Note that the user has read a page over and found it right, today unless ``on`` says when.

    Text, version and history stay as they are. Raises `NotFoundError`, `ForbiddenError`, or
    `InvalidRequestError` for a day to come.
    """
    document = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    today = timezone.localdate()
    day = on or today
    if day > today:
        raise InvalidRequestError.for_field("on", "A review cannot lie in the future.")
    before = {"reviewed_on": day_text(document.reviewed_on)}
    document.reviewed_on, document.reviewed_by = day, stored_user(user)
    document.save(update_fields=["reviewed_on", "reviewed_by"])
    record_change(
        user=user,
        action="document.reviewed",
        target=document,
        before=before,
        after={"reviewed_on": day_text(day)},
    )
    return document


@transaction.atomic
def set_review(
    *, user: Principal, document_id: uuid.UUID, owner: User | None, interval_days: int | None
) -> Document:
    """Say who answers for a page and after how many days it is due again; None: nobody, never.

    The owner must be able to read the collection. Raises `NotFoundError`, `ForbiddenError` or
    `InvalidRequestError` (fields ``owner``, ``interval_days``).
    """
    document = Document.objects.find(user=user, action=Action.WRITE, pk=document_id)
    if interval_days is not None and not 1 <= interval_days <= LONGEST_REVIEW_INTERVAL:
        reason = f"The interval is a number of days from 1 to {LONGEST_REVIEW_INTERVAL}."
        raise InvalidRequestError.for_field("interval_days", reason)
    if owner is not None and owner.pk != document.owner_id:
        check_owner(owner, document.collection_id)
    before = review_terms(document)
    document.owner, document.review_interval_days = owner, interval_days
    after = review_terms(document)
    if after != before:
        document.save(update_fields=["owner", "review_interval_days"])
        record_change(
            user=user, action="document.review_set", target=document, before=before, after=after
        )
    return document


def overdue_documents(
    *, user: Principal, collection_id: uuid.UUID | None = None, today: dt.date | None = None
) -> DocumentQuerySet:
    """The readable documents whose review is overdue, longest first, without their texts.

    Raises `NotFoundError` for a collection that is hidden or missing.
    """
    rows = Document.objects.visible_to(user)
    if collection_id is not None:
        rows = rows.filter(collection=Collection.objects.find(user=user, pk=collection_id))
    narrow = rows.select_related("collection", "owner").defer(
        "content", "heading_tree", "code_blocks", "tables"
    )
    return narrow.overdue(today or timezone.localdate())


def check_owner(owner: User, collection_id: uuid.UUID) -> None:
    """Raise `InvalidRequestError` unless the person can read the collection."""
    if not Collection.objects.visible_to(owner).filter(pk=collection_id).exists():
        reason = "Choose somebody who can read this collection."
        raise InvalidRequestError.for_field("owner", reason)


def review_terms(document: Document) -> dict[str, object]:
    """Owner and interval, for the audit log."""
    owner = document.owner.get_username() if document.owner else None
    return {"owner": owner, "interval_days": document.review_interval_days}


def day_text(day: dt.date | None) -> str | None:
    """A day for JSON."""
    return day.isoformat() if day else None
