import pytest
from django.contrib.auth.models import AnonymousUser

from apps.access.errors import ForbiddenError, NotFoundError, TooLargeError
from apps.access.grants import revoke_access
from apps.access.principals import operator
from apps.collections.deleting import delete_document
from apps.collections.drafts import discard_draft, find_draft, keep_draft, list_drafts
from apps.collections.editing import save_document
from apps.collections.models import Document, Draft
from tests.cast import grant, make_user
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def keep(collection, content="text", **options):
    options = {"user": collection.owner} | options
    return keep_draft(collection_id=collection.pk, content=content, **options)


def test_a_draft_is_kept_once_per_page_and_overwritten(collection):
    write_document(collection, "a.md", "# A\n")
    document = Document.objects.get()
    keep(collection, "one", document_id=document.pk, base_version=1)
    keep(collection, "two", document_id=document.pk, base_version=1, message="why")
    keep(collection, "new", source_key="b.md")
    keep(collection, "newer", source_key="b.md", title="Bee")
    rows = Draft.objects.order_by("source_key").values_list(
        "source_key", "content", "title", "message", "base_version"
    )
    assert list(rows) == [("a.md", "two", "", "why", 1), ("b.md", "newer", "Bee", "", 0)]


def test_a_draft_may_have_no_key_yet_and_any_text_that_can_be_stored(collection):
    draft = keep(collection, "a\ud7ff\u2028", source_key="", title="x" * 900, message="\0")
    assert (draft.source_key, len(draft.title), draft.message) == ("", 500, "")


def test_a_draft_over_the_limit_is_refused(collection, settings):
    with pytest.raises(TooLargeError):
        keep(collection, "x" * (settings.PRESSMARK.limits.document_bytes + 1))


def test_drafts_are_seen_by_their_author_only(collection):
    writer, admin = make_user("writer"), make_user("admin", is_superuser=True)
    grant(collection, writer, "write")
    draft = keep(collection, "mine", source_key="a.md")
    keep(collection, "other", source_key="a.md", user=writer)
    for somebody in (admin, make_user("stranger"), AnonymousUser(), operator()):
        assert list(list_drafts(user=somebody)) == []
        with pytest.raises(NotFoundError):
            discard_draft(user=somebody, draft_id=draft.pk)
    found = find_draft(user=writer, collection_id=collection.pk, source_key="a.md")
    assert found.content == "other"
    discard_draft(user=collection.owner, draft_id=draft.pk)
    assert [row.content for row in Draft.objects.all()] == ["other"]


def test_a_draft_shows_again_when_the_right_to_read_comes_back(collection):
    writer = make_user("writer")
    grant(collection, writer, "write")
    keep(collection, "mine", source_key="a.md", user=writer)
    revoke_access(user=operator(), source=collection, to=writer)
    assert list(list_drafts(user=writer)) == []
    grant(collection, writer, "read")
    assert [row.content for row in list_drafts(user=writer)] == ["mine"]
    with pytest.raises(ForbiddenError):
        keep(collection, "again", source_key="a.md", user=writer)


def test_publishing_removes_the_authors_draft_and_nobody_elses(collection):
    writer = make_user("writer")
    grant(collection, writer, "write")
    for user in (collection.owner, writer):
        keep(collection, f"by {user}", source_key="a.md", user=user)
    save_document(
        user=writer,
        collection_id=collection.pk,
        source_key="a.md",
        content="# A\n",
        expected_version=0,
    )
    assert [row.author for row in Draft.objects.all()] == [collection.owner]


def test_a_draft_outlives_its_document_as_a_new_page(collection):
    write_document(collection, "a.md", "# A\n")
    document = Document.objects.get()
    keep(collection, "edit", document_id=document.pk, base_version=1)
    keep(collection, "new", source_key="a.md")
    delete_document(user=collection.owner, document_id=document.pk)
    kept = {row.content: row for row in Draft.objects.all()}
    assert (kept["new"].source_key, kept["edit"].document, kept["edit"].base_version) == (
        "a.md",
        None,
        0,
    )
    assert kept["edit"].source_key.startswith("a-")
    assert kept["edit"].source_key.endswith(".md")


def test_a_draft_of_a_document_of_another_collection_is_not_found(collection):
    write_document(collection, "a.md", "# A\n")
    other = type(collection).objects.create(name="Other", owner=collection.owner)
    with pytest.raises(NotFoundError):
        keep(other, document_id=Document.objects.get().pk)
