import datetime as dt

import pytest
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError, NotFoundError
from apps.access.models import AuditEntry
from apps.collections.editing import mark_reviewed, set_review
from apps.collections.models import Document
from apps.collections.reviews import overdue_documents
from tests.cast import grant, make_user
from tests.factories import DocumentFactory, write_document

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 6, 30)


def made(collection, key, *, interval, reviewed=None, created=dt.date(2026, 6, 1)):
    moment = timezone.make_aware(dt.datetime.combine(created, dt.time(12)))
    return DocumentFactory(
        collection=collection,
        source_key=key,
        review_interval_days=interval,
        reviewed_on=reviewed,
        created_at=moment,
    )


def test_overdue_counts_from_the_last_review_or_else_from_the_creation(collection):
    made(collection, "never asked for", interval=None)
    made(collection, "due today", interval=29)
    made(collection, "since yesterday", interval=28)
    made(collection, "reviewed", interval=28, reviewed=dt.date(2026, 6, 20))
    made(collection, "long ago", interval=30, reviewed=dt.date(2025, 1, 1))
    rows = Document.objects.overdue(TODAY)
    assert [(row.source_key, row.due_on) for row in rows] == [
        ("long ago", dt.date(2025, 1, 31)),
        ("since yesterday", dt.date(2026, 6, 29)),
    ]
    assert [row.review_due_on == row.due_on for row in rows] == [True, True]
    assert Document.objects.get(source_key="never asked for").review_due_on is None


def test_a_review_is_noted_with_its_reviewer_and_leaves_the_text_alone(collection):
    write_document(collection, "a.md", "# A\n")
    document = Document.objects.get()
    mark_reviewed(user=collection.owner, document_id=document.pk, on=dt.date(2026, 1, 2))
    after = Document.objects.get()
    assert (after.reviewed_on, after.reviewed_by, after.version, after.updated_at) == (
        dt.date(2026, 1, 2),
        collection.owner,
        1,
        document.updated_at,
    )
    assert AuditEntry.objects.get(action="document.reviewed").after == {"reviewed_on": "2026-01-02"}
    with pytest.raises(InvalidRequestError):
        mark_reviewed(
            user=collection.owner,
            document_id=document.pk,
            on=timezone.localdate() + dt.timedelta(days=1),
        )


def test_an_edit_keeps_owner_interval_and_review(collection):
    write_document(collection, "a.md", "# A\n")
    pk = Document.objects.get().pk
    owner = collection.owner
    set_review(user=owner, document_id=pk, owner=owner, interval_days=90)
    mark_reviewed(user=owner, document_id=pk)
    write_document(collection, "a.md", "# A\n\nMore.\n")
    after = Document.objects.get()
    assert (after.version, after.owner, after.review_interval_days, after.reviewed_on) == (
        2,
        owner,
        90,
        timezone.localdate(),
    )


@pytest.mark.parametrize("days", [0, -1, 3651])
def test_an_absurd_interval_is_refused(collection, days):
    document = made(collection, "a.md", interval=None)
    with pytest.raises(InvalidRequestError):
        set_review(user=collection.owner, document_id=document.pk, owner=None, interval_days=days)


def test_the_owner_of_a_page_must_be_able_to_read_it(collection):
    document = made(collection, "a.md", interval=None)
    stranger = make_user("stranger")
    call = {"user": collection.owner, "document_id": document.pk, "interval_days": 30}
    with pytest.raises(InvalidRequestError) as caught:
        set_review(owner=stranger, **call)
    assert [error.field for error in caught.value.field_errors] == ["owner"]
    grant(collection, stranger)
    assert set_review(owner=stranger, **call).owner == stranger


def test_readers_see_what_is_overdue_and_may_not_mark_it(collection):
    document = made(collection, "a.md", interval=1)
    reader, stranger = make_user("reader"), make_user("stranger")
    grant(collection, reader)
    with pytest.raises(ForbiddenError):
        mark_reviewed(user=reader, document_id=document.pk)
    with pytest.raises(ForbiddenError):
        set_review(user=reader, document_id=document.pk, owner=None, interval_days=None)
    assert [row.pk for row in overdue_documents(user=reader, today=TODAY)] == [document.pk]
    assert list(overdue_documents(user=stranger, today=TODAY)) == []
    with pytest.raises(NotFoundError):
        overdue_documents(user=stranger, collection_id=collection.pk, today=TODAY)
