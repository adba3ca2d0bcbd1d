import pytest

from apps.access.errors import PreconditionFailedError
from apps.access.principals import operator
from apps.collections.documents import DocumentState, IncomingDocument
from apps.collections.ingest import ingest_batch
from apps.collections.models import Chunk, Document
from apps.jobs.models import Job
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db

RUNBOOK = "# Restart the relay\n\nStop it first.\n\n## Verify\n\nAsk for its health.\n"


@pytest.fixture(autouse=True)
def _no_search_entries(settings):
    settings.PRESSMARK_CHUNKS_STORED = ()


def test_a_document_goes_through_its_three_states():
    collection = CollectionFactory()
    first = write_document(collection, "relay.md", RUNBOOK)
    again = write_document(collection, "relay.md", RUNBOOK)
    changed = write_document(collection, "relay.md", RUNBOOK + "\nThen go home.\n")
    assert [one.state.value for one in (first, again, changed)] == [
        "created",
        "unchanged",
        "replaced",
    ]
    assert [one.version for one in (first, again, changed)] == [1, 1, 2]
    assert first.document_id == again.document_id == changed.document_id
    assert first.title == "Restart the relay"
    assert again.chunk_count == first.chunk_count == 1


def test_one_bad_document_never_stops_the_others():
    collection = CollectionFactory()
    documents = [IncomingDocument(f"good-{n}.md", f"# Good {n}\n") for n in range(9)]
    documents.insert(4, IncomingDocument("bad.md", b"# T\n\nab\x00cd\xff\xfe"))
    documents.append(IncomingDocument("utf16.md", "# Sixteen\n".encode("utf-16")))
    results = ingest_batch(user=operator(), collection_id=collection.pk, documents=documents)
    assert [one.source_key for one in results] == [one.source_key for one in documents]
    assert [one.state for one in results if one.source_key != "bad.md"] == [
        DocumentState.CREATED
    ] * 10
    assert (results[4].state, results[4].code) == (DocumentState.ERROR, "encoding")
    assert results[-1].note == "decoded from UTF-16"
    assert Document.objects.filter(collection=collection).count() == 10


def test_an_edit_keeps_the_chunks_it_does_not_touch():
    collection = CollectionFactory()
    parts = [f"# Part {n}\n\n" + f"words of part {n} " * 200 + "\n\n" for n in range(4)]
    result = write_document(collection, "long.md", "".join(parts))
    before = dict(chunks_of(result).values_list("content", "pk"))
    parts.insert(1, "# New part\n\n" + "something else entirely " * 120 + "\n\n")
    write_document(collection, "long.md", "".join(parts))
    after = chunks_of(result)
    kept = {chunk.content: chunk.pk for chunk in after if chunk.content in before}
    assert kept == before
    assert [chunk.chunk_index for chunk in after] == list(range(5))


def test_an_expected_version_that_is_not_the_stored_one_is_refused():
    collection = CollectionFactory()
    write_document(collection, "relay.md", RUNBOOK, expected_version=0)
    with pytest.raises(PreconditionFailedError):
        write_document(collection, "relay.md", RUNBOOK, expected_version=0)
    with pytest.raises(PreconditionFailedError):
        write_document(collection, "relay.md", "other", expected_version=2)
    assert write_document(collection, "relay.md", "other", expected_version=1).version == 2


def test_a_change_queues_vectors_and_links_once_and_no_change_queues_nothing():
    collection = CollectionFactory()
    write_document(collection, "relay.md", RUNBOOK)
    write_document(collection, "relay.md", RUNBOOK + "more")
    jobs = Job.objects.filter(source_id=collection.pk)
    assert sorted(jobs.values_list("kind", flat=True)) == ["embed", "resolve_links"]
    jobs.delete()
    write_document(collection, "relay.md", RUNBOOK + "more")
    assert not jobs.exists()


def chunks_of(result):
    return Chunk.objects.filter(document=result.document_id).order_by("chunk_index")
