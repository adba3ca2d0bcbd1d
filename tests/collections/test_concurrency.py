import threading

import pytest
from django.db import connection

from apps.access.errors import DomainError, NotFoundError
from apps.access.principals import operator
from apps.collections.catalogue import create_collection, delete_collection
from apps.collections.documents import DocumentState, IncomingDocument
from apps.collections.ingest import ingest_batch
from apps.collections.models import Chunk, Collection, Document
from tests.factories import CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db(transaction=True)


def at_once(*actions):
    """Run each action in a thread of its own, all at the same moment; what each returned."""
    start = threading.Barrier(len(actions))
    outcomes = [None] * len(actions)

    def run(place, action):
        try:
            start.wait()
            outcomes[place] = action()
        except DomainError as error:
            outcomes[place] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(actions)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return outcomes


def test_two_writers_of_one_key_count_the_version_up_by_one_each():
    collection = CollectionFactory()
    results = at_once(
        *(lambda n=n: write_document(collection, "a.md", f"# Version {n}\n") for n in range(4))
    )
    document = Document.objects.get()
    assert document.version == 4
    assert sorted(one.version for one in results) == [1, 2, 3, 4]
    assert [one.state for one in results].count(DocumentState.CREATED) == 1
    last = max(results, key=lambda one: one.version)
    assert document.title == last.title
    assert [chunk.content.strip() for chunk in Chunk.objects.all()] == [f"# {last.title}"]


def test_the_same_text_from_several_writers_is_stored_once():
    collection = CollectionFactory()
    results = at_once(*(lambda: write_document(collection, "a.md", "# Same\n") for _ in range(4)))
    assert Document.objects.get().version == 1
    states = sorted(one.state.value for one in results)
    assert states == ["created", "unchanged", "unchanged", "unchanged"]


def test_only_one_of_several_edits_of_a_version_goes_in():
    collection = CollectionFactory()
    write_document(collection, "a.md", "# First\n")
    results = at_once(
        *(
            lambda n=n: write_document(collection, "a.md", f"# Edit {n}\n", expected_version=1)
            for n in range(4)
        )
    )
    refused = [one.code for one in results if isinstance(one, DomainError)]
    assert refused == ["PRECONDITION_FAILED"] * 3
    assert Document.objects.get().version == 2


def test_overlapping_batches_in_opposite_order_both_go_in():
    collection = CollectionFactory()
    keys = [f"{n}.md" for n in range(60)]

    def batch(name, order):
        documents = [IncomingDocument(key, f"# {name} {key}\n") for key in order]
        return ingest_batch(user=operator(), collection_id=collection.pk, documents=documents)

    results = at_once(lambda: batch("up", keys), lambda: batch("down", keys[::-1]))
    assert [one.reason for some in results for one in some if one.is_error] == []
    assert Document.objects.count() == 60


def test_a_collection_deleted_during_an_import_ends_it_with_a_clear_answer():
    collection = CollectionFactory()
    documents = (IncomingDocument(f"{n}.md", f"# Page {n}\n" + "words " * 2000) for n in range(120))
    outcomes = at_once(
        lambda: ingest_batch(user=operator(), collection_id=collection.pk, documents=documents),
        lambda: delete_collection(user=operator(), collection_id=collection.pk),
    )
    assert isinstance(outcomes[0], NotFoundError)
    assert not (Collection.objects.exists())
    assert not (Document.objects.exists())


def test_two_collections_of_one_name_at_once_are_one():
    user = UserFactory()
    outcomes = at_once(*(lambda: create_collection(user=user, name="Same") for _ in range(4)))
    codes = sorted(getattr(one, "code", "") for one in outcomes)
    assert codes == ["", "DUPLICATE_NAME", "DUPLICATE_NAME", "DUPLICATE_NAME"]
