import threading

import pytest
from django.db import connection

from apps.access.errors import (
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    TooLargeError,
    UnsupportedFormatError,
)
from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.collections.attaching import attach_file, delete_attachment
from apps.collections.attachments import IncomingAttachment
from apps.collections.catalogue import delete_collection
from apps.collections.models import Attachment, AttachmentData, Link, LinkState
from apps.collections.resolve import resolve_collection
from apps.jobs.models import Job, JobKind
from tests.cast import grant
from tests.collections.files.pictures import GIF, PNG, SVG
from tests.collections.test_ingest import set_limits
from tests.factories import CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db


def attach(collection, key, data=PNG, *, user=None):
    file = IncomingAttachment(key, data)
    return attach_file(user=user or operator(), collection_id=collection.pk, file=file)


def test_a_file_is_created_replaced_and_left_alone_by_its_hash(collection):
    writer = UserFactory()
    grant(collection, writer, "write")
    states = [attach(collection, "img/a.png", data, user=writer).state for data in (PNG, PNG, GIF)]
    assert states == ["created", "unchanged", "replaced"]
    row = Attachment.objects.get()
    assert (row.source_key, row.size, row.content_type, row.updated_by) == (
        "img/a.png",
        len(GIF),
        "image/gif",
        writer,
    )
    assert bytes(row.data.content) == GIF


def test_an_image_without_a_byte_is_refused_and_an_empty_sheet_is_not(collection):
    with pytest.raises(InvalidRequestError, match="no bytes"):
        attach(collection, "a.png", b"")
    assert attach(collection, "a.csv", b"").state == "created"


def test_what_was_replaced_is_removed_unless_something_else_has_it(collection):
    other = CollectionFactory()
    attach(collection, "a.png", PNG)
    attach(other, "same.png", PNG)
    assert AttachmentData.objects.count() == 1
    attach(collection, "a.png", GIF)
    assert AttachmentData.objects.count() == 2
    attach(other, "same.png", GIF)
    assert [bytes(row.content) for row in AttachmentData.objects.all()] == [GIF]


def test_deleting_a_collection_removes_its_files_and_no_others(collection):
    other = CollectionFactory()
    attach(collection, "a.png", PNG)
    attach(collection, "b.svg", SVG)
    attach(other, "a.png", PNG)
    delete_collection(user=operator(), collection_id=collection.pk)
    assert [row.collection_id for row in Attachment.objects.all()] == [other.pk]
    assert [bytes(row.content) for row in AttachmentData.objects.all()] == [PNG]


def test_deleting_a_file_is_on_record_and_its_links_break(collection):
    write_document(collection, "guides/a.md", "[the plan](plan.pdf)\n")
    row = attach(collection, "guides/plan.pdf")
    resolve_collection(collection_id=collection.pk)
    link = Link.objects.get()
    assert (link.state, link.target_attachment_id) == (LinkState.RESOLVED, row.attachment_id)
    delete_attachment(user=operator(), attachment_id=row.attachment_id)
    link.refresh_from_db()
    assert (link.state, link.target_attachment_id) == (LinkState.PENDING, None)
    assert Job.objects.filter(kind=JobKind.RESOLVE_LINKS).exists()
    resolve_collection(collection_id=collection.pk)
    link.refresh_from_db()
    assert link.state == LinkState.BROKEN
    assert AuditEntry.objects.filter(action="attachment.deleted").count() == 1
    assert not AttachmentData.objects.exists()


def test_a_link_finds_its_file_by_place_then_by_its_only_name(collection):
    for key in ("guides/img/a.png", "b.pdf", "x/c.pdf", "y/c.pdf"):
        attach(collection, key)
    text = (
        "[1](img/a.png) [2](../b.pdf) [3](/b.pdf) [4](IMG/A.png) [5](c.pdf) [[a.png]] "
        "[6](../../b.pdf) [7](elsewhere/b.pdf) [8](none.pdf)\n"
    )
    write_document(collection, "guides/page.md", text)
    resolve_collection(collection_id=collection.pk)
    rows = Link.objects.select_related("target_attachment")
    found = {
        link.href: link.target_attachment and link.target_attachment.source_key for link in rows
    }
    assert found == {
        "img/a.png": "guides/img/a.png",
        "../b.pdf": "b.pdf",
        "/b.pdf": "b.pdf",
        "IMG/A.png": "guides/img/a.png",
        "c.pdf": None,
        "a.png": "guides/img/a.png",
        "../../b.pdf": None,
        "elsewhere/b.pdf": "b.pdf",
        "none.pdf": None,
    }


def test_readers_and_strangers_neither_attach_nor_delete(collection):
    reader = UserFactory()
    grant(collection, reader, "read")
    row = attach(collection, "a.png")
    for user, error in ((reader, ForbiddenError), (UserFactory(), NotFoundError)):
        with pytest.raises(error):
            attach(collection, "b.png", user=user)
        with pytest.raises(error):
            delete_attachment(user=user, attachment_id=row.attachment_id)
    assert Attachment.objects.count() == 1


@pytest.mark.parametrize(
    ("key", "data", "error"),
    [
        ("../a.png", PNG, InvalidRequestError),
        ("", PNG, InvalidRequestError),
        ("a\0.png", PNG, InvalidRequestError),
        ("page.md", b"# A", UnsupportedFormatError),
        ("tool.exe", b"MZ", UnsupportedFormatError),
        ("big.png", b"x" * 101, TooLargeError),
    ],
)
def test_a_bad_file_is_refused_with_its_reason(collection, settings, key, data, error):
    set_limits(settings, attachment_bytes=100)
    with pytest.raises(error):
        attach(collection, key, data)
    assert not Attachment.objects.exists()


def test_the_ceiling_of_a_collection_counts_what_a_file_grows_by(collection, settings):
    set_limits(settings, attachments_bytes=100)
    attach(collection, "a.png", b"a" * 60)
    with pytest.raises(TooLargeError):
        attach(collection, "b.png", b"b" * 41)
    assert attach(collection, "a.png", b"c" * 100).state == "replaced"
    assert attach(collection, "a.png", b"d" * 40).state == "replaced"
    assert attach(collection, "b.png", b"b" * 60).state == "created"


@pytest.mark.django_db(transaction=True)
def test_uploads_and_deletions_of_one_content_at_once_end_whole():
    collections = [CollectionFactory() for _ in range(4)]

    def come_and_go(collection):
        try:
            for number in range(6):
                attach(collection, "a.png", PNG if number % 2 else GIF)
        finally:
            connection.close()

    threads = [threading.Thread(target=come_and_go, args=[one]) for one in collections]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    rows = Attachment.objects.select_related("data")
    assert [bytes(row.data.content) for row in rows] == [PNG] * 4
    attach(collections[0], "last.png", b"last")
    attach(collections[0], "last.png", PNG)
    assert AttachmentData.objects.count() == 1


def test_a_name_that_hides_something_is_refused(collection):
    with pytest.raises(InvalidRequestError) as refused:
        attach(collection, "a\u202egnp.exe.png", PNG)
    assert "U+202E" in refused.value.field_errors[0].message
    assert not Attachment.objects.exists()
