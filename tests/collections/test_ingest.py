import pytest

from apps.access.errors import (
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
    PreconditionFailedError,
    TooLargeError,
    UnsupportedFormatError,
)
from apps.access.models import GrantLevel
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.collections.documents import DocumentState, IncomingDocument
from apps.collections.ingest import delete_document, ingest_batch
from apps.collections.models import Chunk, Document, Link
from apps.jobs.models import Job
from config.options import LimitOptions
from tests.cast import grant
from tests.factories import CollectionFactory, UserFactory, write_document

pytestmark = pytest.mark.django_db

RUNBOOK = "# Restart the relay\n\nStop it first.\n\n## Verify\n\nAsk for its health.\n"


def set_limits(settings, **limits):
    """The same settings with other ceilings."""
    from dataclasses import replace

    settings.PRESSMARK = replace(settings.PRESSMARK, limits=LimitOptions(**limits))


def take(collection, *documents):
    return ingest_batch(user=operator(), collection_id=collection.pk, documents=documents)


def chunks_of(result):
    return Chunk.objects.filter(document=result.document_id).order_by("chunk_index")


def test_a_document_goes_through_its_three_states(collection):
    first = write_document(collection, "relay.md", RUNBOOK)
    again = write_document(collection, "relay.md", RUNBOOK)
    changed = write_document(collection, "relay.md", RUNBOOK + "\nThen go home.\n")
    states = [one.state.value for one in (first, again, changed)]
    assert states == ["created", "unchanged", "replaced"]
    assert [one.version for one in (first, again, changed)] == [1, 1, 2]
    assert first.document_id == again.document_id == changed.document_id
    assert (first.title, again.title) == ("Restart the relay", "Restart the relay")
    assert again.chunk_count == first.chunk_count == 1


def test_everything_the_parser_found_is_stored(collection):
    text = (
        "---\ntitle: Relay\nversion: 1.10\n---\n# Head\n\n```sh\nls\n```\n\n"
        "| a | b |\n|---|---|\n| 1 | |\n\n[next](b.md)\n"
    )
    result = write_document(collection, "relay.md", text)
    document = Document.objects.get(pk=result.document_id)
    assert document.title == "Relay"
    assert document.front_matter == {"title": "Relay", "version": "1.10"}
    assert document.heading_tree == [{"level": 1, "text": "Head", "anchor": "head", "line": 5}]
    assert document.code_blocks == [
        {"language": "sh", "content": "ls\n", "start_line": 7, "end_line": 9}
    ]
    assert document.tables == [
        {"header": ["a", "b"], "rows": [["1", ""]], "start_line": 11, "end_line": 13}
    ]
    assert (document.line_count, document.format, document.content) == (15, "markdown", text)
    assert list(document.links.values_list("text", "href", "line")) == [("next", "b.md", 15)]


def test_one_bad_document_never_stops_the_others(collection):
    documents = [IncomingDocument(f"good-{n}.md", f"# Good {n}\n") for n in range(9)]
    documents.insert(4, IncomingDocument("bad.md", b"# T\n\nab\x00cd\xff\xfe"))
    documents.append(IncomingDocument("utf16.md", "# Sixteen\n".encode("utf-16")))
    results = take(collection, *documents)
    assert [one.source_key for one in results] == [one.source_key for one in documents]
    good = [one.state for one in results if one.source_key != "bad.md"]
    assert good == [DocumentState.CREATED] * 10
    assert (results[4].state, results[4].code) == (DocumentState.ERROR, "encoding")
    assert results[-1].note == "decoded from UTF-16"
    assert Document.objects.filter(collection=collection).count() == 10


def test_each_kind_of_bad_document_is_an_entry_with_a_code_and_a_reason(collection, settings):
    set_limits(settings, document_bytes=100, batch_documents=7)
    results = take(
        collection,
        IncomingDocument("ok.md", "# Ok"),
        IncomingDocument(" ", "# Blank"),
        IncomingDocument("big.md", "x" * 101),
        IncomingDocument("a.exe", "MZ"),
        IncomingDocument("ok.md", "# Twice"),
        IncomingDocument("half.md", "a\ud800b"),
        IncomingDocument("nul.md", "a\0b"),
        IncomingDocument("eighth.md", "# One too many"),
    )
    assert [(one.state.value, one.code) for one in results] == [
        ("created", ""),
        ("error", "INVALID_REQUEST"),
        ("error", "TOO_LARGE"),
        ("error", "UNSUPPORTED_FORMAT"),
        ("error", "DUPLICATE_KEY"),
        ("error", "encoding"),
        ("error", "encoding"),
        ("error", "BATCH_LIMIT"),
    ]
    assert all(one.reason for one in results[1:])


@pytest.mark.parametrize(
    ("key", "data", "error"),
    [
        ("", "# T", InvalidRequestError),
        ("a.md", b"\xff\xfe\xff", InvalidRequestError),
        ("a.exe", "MZ", UnsupportedFormatError),
        ("a.md", "x" * 101, TooLargeError),
    ],
)
def test_a_single_bad_document_raises(collection, settings, key, data, error):
    set_limits(settings, document_bytes=100)
    with pytest.raises(error):
        write_document(collection, key, data)


@pytest.mark.parametrize("text", ["", "\n\n", "   \n\t\n"])
def test_a_blank_document_is_stored_without_chunks(collection, text):
    result = write_document(collection, "blank.md", text)
    assert (result.state.value, result.chunk_count, result.note) == ("created", 0, "empty")
    assert result.title == "blank.md"
    assert write_document(collection, "blank.md", text).state is DocumentState.UNCHANGED


def test_an_edit_keeps_the_chunks_it_does_not_touch(collection):
    parts = [f"# Part {n}\n\n" + f"words of part {n} " * 200 + "\n\n" for n in range(4)]
    result = write_document(collection, "long.md", "".join(parts))
    before = dict(chunks_of(result).values_list("content", "pk"))
    parts.insert(1, "# New part\n\n" + "something else entirely " * 120 + "\n\n")
    write_document(collection, "long.md", "".join(parts))
    after = chunks_of(result)
    assert {chunk.content: chunk.pk for chunk in after if chunk.content in before} == before
    assert [chunk.chunk_index for chunk in after] == list(range(5))
    write_document(collection, "long.md", "".join(reversed(parts)))
    assert {chunk.pk for chunk in chunks_of(result)} >= set(before.values())


def test_an_expected_version_that_is_not_the_stored_one_is_refused(collection):
    write_document(collection, "relay.md", RUNBOOK, expected_version=0)
    with pytest.raises(PreconditionFailedError):
        write_document(collection, "relay.md", RUNBOOK, expected_version=0)
    with pytest.raises(PreconditionFailedError):
        write_document(collection, "relay.md", "other", expected_version=2)
    assert write_document(collection, "relay.md", "other", expected_version=1).version == 2


def test_a_change_queues_vectors_and_links_once_and_no_change_queues_nothing(collection):
    write_document(collection, "relay.md", RUNBOOK)
    write_document(collection, "relay.md", RUNBOOK + "more")
    jobs = Job.objects.filter(source_id=collection.pk)
    assert sorted(jobs.values_list("kind", flat=True)) == ["embed", "resolve_links"]
    jobs.delete()
    write_document(collection, "relay.md", RUNBOOK + "more")
    assert not jobs.exists()


def test_an_unchanged_batch_reads_once_and_writes_nothing(collection, django_assert_num_queries):
    documents = [IncomingDocument(f"{n}.md", f"# Page {n}") for n in range(50)]
    take(collection, *documents)
    with django_assert_num_queries(3):  # the collection, the right to write, what is stored
        results = take(collection, *documents)
    assert {one.state for one in results} == {DocumentState.UNCHANGED}


def test_the_number_of_statements_does_not_grow_with_the_documents(collection, settings):
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    counts = []
    for size in (1, 30):
        documents = [
            IncomingDocument(f"{size}/{n}.md", f"# Page {n}\n[x](y.md)") for n in range(size)
        ]
        with CaptureQueriesContext(connection) as captured:
            take(collection, *documents)
        counts.append(len(captured))
    assert counts[1] <= counts[0]


def test_what_waits_for_chunks_gets_all_chunks_of_a_changed_document(collection, settings):
    settings.PRESSMARK_CHUNKS_STORED = ("tests.collections.test_ingest.note_chunks",)
    seen.clear()
    take(collection, IncomingDocument("a.md", "# A\n"), IncomingDocument("b.md", "# B\n"))
    write_document(collection, "a.md", "# A\n")
    assert seen == [[("a.md", 0), ("b.md", 0)]]


seen: list[list[tuple[str, int]]] = []


def note_chunks(chunks):
    """Stands for whoever waits for chunks."""
    assert all(chunk.document.collection.name for chunk in chunks)
    seen.append([(chunk.document.source_key, chunk.chunk_index) for chunk in chunks])


def test_a_document_that_the_database_refuses_is_one_entry(collection, settings):
    settings.PRESSMARK_CHUNKS_STORED = ("tests.collections.test_ingest.refuse_b",)
    results = take(collection, *(IncomingDocument(f"{name}.md", f"# {name}") for name in "abc"))
    assert [(one.state.value, one.code) for one in results] == [
        ("created", ""),
        ("error", "REFUSED"),
        ("created", ""),
    ]
    assert sorted(Document.objects.values_list("source_key", flat=True)) == ["a.md", "c.md"]


def refuse_b(chunks):
    """Stands for a database that cannot hold one of the documents."""
    from django.db import connection

    with connection.cursor() as cursor:
        for chunk in chunks:
            cursor.execute("SELECT 1 / %s", [int(chunk.document.source_key != "b.md")])


def test_readers_and_strangers_write_nothing():
    collection = CollectionFactory(visibility=Visibility.PRIVATE)
    reader, stranger, writer = UserFactory(), UserFactory(), UserFactory()
    grant(collection, reader)
    grant(collection, writer, GrantLevel.WRITE)
    with pytest.raises(ForbiddenError):
        write_document(collection, "a.md", "# A", user=reader)
    with pytest.raises(NotFoundError):
        write_document(collection, "a.md", "# A", user=stranger)
    result = write_document(collection, "a.md", "# A", user=writer)
    assert Document.objects.get().updated_by == writer
    with pytest.raises(ForbiddenError):
        delete_document(user=reader, document_id=result.document_id)
    with pytest.raises(NotFoundError):
        delete_document(user=stranger, document_id=result.document_id)
    delete_document(user=writer, document_id=result.document_id, expected_version=1)
    assert not Document.objects.exists()


def test_a_deleted_document_takes_its_chunks_and_links_along(collection):
    result = write_document(collection, "a.md", "# A\n[b](b.md)")
    with pytest.raises(PreconditionFailedError):
        delete_document(user=operator(), document_id=result.document_id, expected_version=7)
    delete_document(user=operator(), document_id=result.document_id)
    assert not (Chunk.objects.exists())
    assert not (Link.objects.exists())


def test_a_key_that_hides_something_is_an_error_of_that_document_alone(collection):
    results = take(
        collection, IncomingDocument("a\u202edm.exe.md", "# A"), IncomingDocument("b.md", "# B")
    )
    assert [(one.state, one.code) for one in results] == [
        (DocumentState.ERROR, "INVALID_REQUEST"),
        (DocumentState.CREATED, ""),
    ]
    assert "U+202E" in results[0].reason
