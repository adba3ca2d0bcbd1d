import pytest

from apps.access.errors import PreconditionFailedError
from apps.access.principals import operator
from apps.collections.drafts import keep_draft
from apps.collections.editing import rename_document, save_document
from apps.collections.models import Document, Draft, Revision
from apps.collections.seen_drafts import SeenDraft, StaleDraftError
from tests.collections.test_concurrency import at_once
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db(transaction=True)


def save(collection, content, expected=None):
    return save_document(
        user=operator(),
        collection_id=collection.pk,
        source_key="a.md",
        content=content,
        expected_version=expected,
    )


def chain():
    rows = Revision.objects.order_by("number").values_list("number", "content")
    return list(rows)


def test_twenty_saves_of_one_key_make_one_document_with_a_history_without_gaps():
    collection = CollectionFactory()
    results = []
    for start in range(0, 20, 10):  # as many at a time as there are connections to spare
        numbers = range(start, start + 10)
        results += at_once(*(lambda n=n: save(collection, f"# Text {n}\n") for n in numbers))
    assert sorted(one.version for one in results) == list(range(1, 21))
    document = Document.objects.get()
    stored = chain()
    assert [number for number, _content in stored] == list(range(1, 21))
    assert (document.version, document.content) == stored[-1]
    assert {content for _number, content in stored} == {f"# Text {n}\n" for n in range(20)}


def test_of_many_saves_of_one_version_one_goes_in_and_the_others_learn_which():
    collection = CollectionFactory()
    save(collection, "# First\n")
    results = at_once(*(lambda n=n: save(collection, f"# Edit {n}\n", 1) for n in range(10)))
    refused = [one for one in results if isinstance(one, PreconditionFailedError)]
    assert [one.current_version for one in refused] == [2] * 9
    assert [number for number, _content in chain()] == [1, 2]


def test_a_rename_and_edits_of_the_linking_page_lose_nothing():
    collection = CollectionFactory()
    write_document(collection, "b.md", "# B\n")
    target = Document.objects.get()
    save(collection, "[b](b.md)\n")
    results = at_once(
        lambda: rename_document(
            user=operator(), document_id=target.pk, source_key="c.md", update_links=True
        ),
        *(lambda n=n: save(collection, f"[b](b.md) {n}\n") for n in range(4)),
    )
    assert not [one for one in results if isinstance(one, Exception)]
    rows = Revision.objects.filter(document__source_key="a.md").order_by("number")
    stored = list(rows.values_list("number", "content"))
    assert [number for number, _content in stored] == list(range(1, len(stored) + 1))
    words = {content.split()[-1] for _number, content in stored}
    assert {"0", "1", "2", "3"} < words


def test_of_many_first_drafts_of_one_page_one_is_kept_and_the_others_are_told():
    collection = CollectionFactory()
    save(collection, "# First\n")
    place = {"user": collection.owner, "collection_id": collection.pk}
    place["document_id"] = Document.objects.get().pk

    def keep(number, seen):
        return keep_draft(**place, content=f"Text {number}", base_version=1, seen=seen)

    for seen in (SeenDraft(), SeenDraft(version=1)):
        results = at_once(*(lambda n=n, seen=seen: keep(n, seen) for n in range(6)))
        refused = [one for one in results if isinstance(one, StaleDraftError)]
        assert len(refused) == 5
        assert {one.newer.version for one in refused} == {Draft.objects.get().version}
    assert Draft.objects.get().version == 2
