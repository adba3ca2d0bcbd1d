import pytest

from apps.collections.models import Chunk
from apps.retrieval.reading import read_chunk, read_mark
from tests.api.clients import error_of, fields_of
from tests.factories import write_document

pytestmark = pytest.mark.django_db
TEXT = "# Restore\n\nStop first.\n\n## Steps\n\n1. Unpack.\n"


@pytest.fixture
def chunk(collection):
    write_document(collection, "a.md", TEXT)
    return Chunk.objects.get()


def test_a_chunk_is_what_the_service_reads(client, owner, chunk):
    body = client.get(f"/api/chunks/{chunk.pk}").json()
    assert body == read_chunk(user=owner, chunk_id=chunk.pk).as_dict()
    assert body["content"] == chunk.content


@pytest.mark.parametrize(
    ("mark", "kind"),
    [
        ("collection:Runbooks", "collection"),
        ("collection:Runbooks/a.md", "document"),
        ("collection:Runbooks/a.md#steps", "section"),
    ],
)
def test_a_mark_is_read_as_the_service_reads_it(client, owner, chunk, mark, kind):
    body = client.get("/api/read", {"mark": mark}).json()
    assert body == read_mark(user=owner, mark=mark).as_dict()
    assert (body["kind"], body["mark"]) == (kind, mark)


def test_a_chunk_has_a_mark_too(client, chunk):
    body = client.get("/api/read", {"mark": f"chunk:{chunk.pk}"}).json()
    assert (body["kind"], body["content"]) == ("chunk", chunk.content)


@pytest.mark.parametrize(
    "mark",
    ["", "x", "collection:", "chunk:7", "collection:%ff", "collection:%00", "x" * 2001, "\x00"],
)
def test_what_is_no_mark_is_named(client, mark):
    assert fields_of(client.get("/api/read", {"mark": mark})) == ["mark"]


def test_a_mark_is_needed(client):
    assert fields_of(client.get("/api/read")) == ["mark"]


@pytest.mark.parametrize(
    "mark",
    [
        "collection:Nothing",
        "collection:Runbooks/nothing.md",
        "collection:Runbooks/a.md#nothing",
        "repo:git.example.org/team/app",
        "repo:git.example.org/team/app/README.md::x#1",
        "symbol:git.example.org/team/app/x.y",
        "chunk:3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10",
    ],
)
def test_a_mark_that_leads_nowhere_is_a_404(client, chunk, mark):
    error_of(client.get("/api/read", {"mark": mark}), 404, "NOT_FOUND")
