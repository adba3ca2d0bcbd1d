import pytest
from django.db import IntegrityError, transaction
from django.db.utils import DatabaseError

from apps.access.errors import (
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    PreconditionFailedError,
)
from apps.access.models import AuditEntry
from apps.access.principals import operator
from apps.collections.deleting import delete_document, describe_deletion
from apps.collections.documents import DocumentState, IncomingDocument
from apps.collections.drafts import find_draft, keep_draft
from apps.collections.editing import restore_revision, save_document
from apps.collections.ingest import ingest_batch
from apps.collections.models import Document, Draft, Revision
from apps.collections.resolve import resolve_collection
from apps.collections.revisions import diff_revisions, list_revisions, read_revision
from tests.cast import grant, make_user
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def save(collection, content, *, key="a.md", expected=None, **options):
    options = {"user": collection.owner} | options
    return save_document(
        collection_id=collection.pk,
        source_key=key,
        content=content,
        expected_version=expected,
        **options,
    )


def history(key="a.md"):
    rows = Revision.objects.filter(document__source_key=key).order_by("number")
    return list(rows.values_list("number", "kind", "content", "message", "author_name"))


def test_each_save_is_a_revision_with_author_and_message(collection):
    name = collection.owner.username
    save(collection, "# One\n", expected=0, message="  First\nwords ")
    done = save(collection, "# Two\n", expected=1)
    assert (done.state, done.version, done.title) == (DocumentState.REPLACED, 2, "Two")
    assert history() == [
        (1, "created", "# One\n", "First words", name),
        (2, "edited", "# Two\n", "", name),
    ]


def test_saving_the_same_text_changes_nothing(collection):
    save(collection, "# One\n")
    assert save(collection, "# One\n").state is DocumentState.UNCHANGED
    assert [number for number, *_ in history()] == [1]


def test_imports_write_a_revision_per_changed_document_in_one_statement(
    collection, django_assert_max_num_queries
):
    def take_in(text, count):
        documents = [IncomingDocument(f"{n}.md", f"# {n}\n{text}") for n in range(count)]
        ingest_batch(user=operator(), collection_id=collection.pk, documents=documents)

    take_in("a", 3)
    take_in("a", 3)
    assert [row[:2] for row in history("1.md")] == [(1, "imported")]
    with django_assert_max_num_queries(60):
        take_in("b", 40)
    assert [row[:2] for row in history("1.md")] == [(1, "imported"), (2, "imported")]
    assert Revision.objects.count() == 43


def test_a_stale_save_says_which_version_is_stored_and_loses_nothing(collection):
    save(collection, "# One\n")
    keep_draft(
        user=collection.owner,
        collection_id=collection.pk,
        document_id=Document.objects.get().pk,
        content="# Mine\n",
        base_version=1,
    )
    save(collection, "# Theirs\n", user=operator(), expected=1)
    with pytest.raises(PreconditionFailedError) as caught:
        save(collection, "# Mine\n", expected=1)
    assert caught.value.current_version == 2
    assert Draft.objects.get().content == "# Mine\n"
    assert Document.objects.get().content == "# Theirs\n"
    save(collection, "# Mine\n", expected=caught.value.current_version)
    assert not Draft.objects.exists()


def test_a_save_of_a_page_that_was_deleted_meanwhile_is_a_conflict_with_version_zero(collection):
    save(collection, "# One\n")
    delete_document(user=operator(), document_id=Document.objects.get().pk)
    with pytest.raises(PreconditionFailedError) as caught:
        save(collection, "# Two\n", expected=1)
    assert caught.value.current_version == 0


def test_a_given_title_stays_until_it_is_taken_back(collection):
    save(collection, "# One\n", title="Given")
    assert save(collection, "# Two\n").title == "Given"
    assert save(collection, "# Two\n", title="").title == "Two"
    assert save(collection, "# Two\n", title="").state is DocumentState.UNCHANGED


def test_restoring_is_a_new_revision_with_text_and_title_of_the_old_one(collection):
    save(collection, "# One\n", title="Given")
    save(collection, "# Two\n", title="")
    document = Document.objects.get()
    done = restore_revision(user=collection.owner, document_id=document.pk, number=1)
    assert (done.version, done.title) == (3, "Given")
    assert history()[2][:4] == (3, "restored", "# One\n", "Restored revision 1")
    again = restore_revision(user=collection.owner, document_id=document.pk, number=1)
    assert again.state is DocumentState.UNCHANGED
    with pytest.raises(NotFoundError):
        restore_revision(user=collection.owner, document_id=document.pk, number=9)
    with pytest.raises(NotFoundError):
        read_revision(user=collection.owner, document_id=document.pk, number=10**20)


def test_nobody_writes_or_reads_history_without_the_right(collection):
    save(collection, "# One\n")
    document = Document.objects.get()
    reader, stranger = make_user("reader"), make_user("stranger")
    grant(collection, reader)
    with pytest.raises(ForbiddenError):
        save(collection, "# Two\n", user=reader)
    with pytest.raises(ForbiddenError):
        restore_revision(user=reader, document_id=document.pk, number=1)
    assert [row.number for row in list_revisions(user=reader, document_id=document.pk)] == [1]
    for action in (list_revisions, describe_deletion):
        with pytest.raises(NotFoundError):
            action(user=stranger, document_id=document.pk)
    with pytest.raises(NotFoundError):
        read_revision(user=stranger, document_id=document.pk, number=1)
    with pytest.raises(NotFoundError):
        save(collection, "# Two\n", user=stranger)


def test_a_message_that_is_too_long_is_refused_before_anything_is_stored(collection):
    with pytest.raises(InvalidRequestError) as caught:
        save(collection, "# One\n", message="x" * 301)
    assert [error.field for error in caught.value.field_errors] == ["message"]
    assert not Document.objects.exists()


def test_revisions_cannot_be_changed_or_deleted_by_any_door(collection):
    save(collection, "# One\n")
    revision = Revision.objects.get()
    with pytest.raises(TypeError):
        Revision.objects.all().update(message="x")
    with pytest.raises(TypeError):
        Revision.objects.all().delete()
    revision.content = "# Other\n"
    for change in (revision.save, revision.delete):
        with pytest.raises((IntegrityError, DatabaseError)), transaction.atomic():
            change()
    assert Revision.objects.get().content == "# One\n"


def test_a_deleted_account_leaves_its_name_in_the_history(collection):
    writer = make_user("writer")
    save(collection, "# One\n")
    Revision.objects.count()
    grant(collection, writer, "write")
    save(collection, "# Two\n", user=writer)
    name = writer.username
    writer.delete()
    last = Revision.objects.get(number=2)
    assert (last.author, last.author_name) == (None, name)


def test_deleting_takes_the_revisions_and_leaves_an_audit_entry_with_the_mark(collection):
    write_document(collection, "a b.md", "# Ay\n")
    write_document(collection, "b.md", "see [a](<a b.md>)\n\n[a](<a b.md#x>)\n")
    write_document(collection, "a b.md", "# Ay ay\n")
    resolve_collection(collection_id=collection.pk)
    document = Document.objects.get(source_key="a b.md")
    warning = describe_deletion(user=collection.owner, document_id=document.pk)
    assert (warning.title, warning.version, warning.revision_count) == ("Ay ay", 2, 2)
    places = [(link.source_key, link.line, link.href) for link in warning.backlinks]
    assert places == [("b.md", 1, "a b.md"), ("b.md", 3, "a b.md#x")]
    delete_document(user=collection.owner, document_id=document.pk)
    assert Revision.objects.count() == 1
    entry = AuditEntry.objects.get(action="document.deleted")
    mark = f"collection:{collection.name.replace(' ', '%20')}/a%20b.md"
    assert (entry.target_label, entry.before["mark"]) == ("Ay ay", mark)


def test_deleting_a_collection_takes_revisions_and_drafts(collection):
    save(collection, "# One\n")
    own = {"user": collection.owner, "collection_id": collection.pk}
    keep_draft(**own, document_id=Document.objects.get().pk, content="x")
    keep_draft(**own, source_key="a.md", content="y")
    collection.delete()
    assert (Revision.objects.count(), Draft.objects.count()) == (0, 0)


def test_two_revisions_stand_side_by_side(collection):
    save(collection, "# One\n\nsame\nred fox\n")
    save(collection, "# One\n\nsame\nred dog\n")
    document = Document.objects.get()
    diff = diff_revisions(user=collection.owner, document_id=document.pk, old=1, new=2, context=1)
    assert [row.kind.value for row in diff.rows] == ["skipped", "same", "changed", "same"]
    changed = diff.rows[2]
    assert [tuple(piece) for piece in changed.old] == [("red ", False), ("fox", True)]
    assert [tuple(piece) for piece in changed.new] == [("red ", False), ("dog", True)]


def test_find_draft_knows_the_draft_of_a_document_by_its_id_whatever_its_key(collection):
    save(collection, "# One\n")
    document = Document.objects.get()
    own = {"user": collection.owner, "collection_id": collection.pk}
    keep_draft(**own, document_id=document.pk, source_key="new name.md", content="x")
    assert find_draft(**own, document_id=document.pk).source_key == "new name.md"
    assert find_draft(**own, source_key="new name.md") is None
