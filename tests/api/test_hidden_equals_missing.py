"""Whoever may not read a collection cannot tell it from one that does not exist."""

import uuid

import pytest

from apps.access.models import GrantLevel
from apps.access.querysets import Action
from apps.collections.models import Chunk, Document
from apps.jobs.models import Job
from tests.api.clients import error_of, token_client
from tests.cast import grant
from tests.factories import UserFactory, write_document

pytestmark = pytest.mark.django_db
CANARY = "zyxxq-canary"

DOORS = [
    ("get", "/api/md-collections/{collection}", None),
    ("patch", "/api/md-collections/{collection}", {"name": "Mine"}),
    ("delete", "/api/md-collections/{collection}", None),
    ("get", "/api/md-collections/{collection}/documents", None),
    (
        "post",
        "/api/md-collections/{collection}/documents",
        {"source_key": "a.md", "content": "x"},
    ),
    (
        "post",
        "/api/md-collections/{collection}/documents/batch",
        {"documents": [{"source_key": "a.md", "content": "x"}]},
    ),
    ("get", "/api/md-collections/{collection}/documents/by-key/canary.md", None),
    ("get", "/api/md-collections/{collection}/by-key/canary.md", None),
    ("put", "/api/md-collections/{collection}/documents/by-key/canary.md", {"content": "x"}),
    ("delete", "/api/md-collections/{collection}/documents/by-key/canary.md", None),
    ("get", "/api/md-collections/{collection}/documents/{document}", None),
    ("delete", "/api/md-collections/{collection}/documents/{document}", None),
    ("get", "/api/md-collections/{collection}/documents/{document}/chunks", None),
    ("get", "/api/md-collections/{collection}/documents/{document}/links", None),
    ("get", "/api/md-collections/{collection}/links", None),
    ("post", "/api/md-collections/{collection}/search", {"query": CANARY}),
    ("get", "/api/md-collections/{collection}/embed-status", None),
    ("post", "/api/md-collections/{collection}/re-embed", None),
    ("get", "/api/md-collections/{collection}/jobs", None),
    ("post", "/api/md-collections/-/jobs/{job}/retry", None),
    ("get", "/api/jobs/{job}", None),
    ("get", "/api/chunks/{chunk}", None),
]
LISTS = [
    ("get", "/api/md-collections", {}),
    ("get", "/api/md-collections/-/jobs", {}),
    ("get", "/api/me/tokens", {}),
    ("post", "/api/retrieve", {"query": CANARY}),
]


@pytest.fixture
def hidden(collection):
    """Ids of a collection with a planted word, a document, a chunk and a job."""
    write_document(collection, "canary.md", f"# {CANARY}\n\nSee [it](nowhere-{CANARY}.md).\n")
    return {
        "collection": collection.pk,
        "document": Document.objects.get().pk,
        "chunk": Chunk.objects.get().pk,
        "job": Job.objects.first().pk,
    }


def ask(client, door, ids):
    method, path, body = door
    options = {} if body is None else {"data": body}
    response = getattr(client, method)(path.format(**ids), **options)
    assert CANARY not in response.content.decode()
    headers = {name: text for name, text in response.items() if name != "X-Request-ID"}
    error = error_of(response, 404, "NOT_FOUND")
    return {**error, "request_id": ""}, headers


@pytest.mark.parametrize("door", DOORS, ids=lambda door: f"{door[0]} {door[1]}")
def test_a_stranger_gets_the_same_answer_for_what_is_hidden_and_what_is_not_there(
    stranger, hidden, door
):
    client = token_client(stranger)
    missing = dict.fromkeys(hidden, uuid.uuid4())
    malformed = dict.fromkeys(hidden, "not-an-id")
    answers = [ask(client, door, ids) for ids in (hidden, missing, malformed)]
    assert answers[0] == answers[1] == answers[2]


@pytest.mark.parametrize("door", LISTS, ids=lambda door: door[1])
def test_no_list_of_a_stranger_shows_it(stranger, hidden, door):
    method, path, body = door
    response = getattr(token_client(stranger), method)(path, body)
    assert response.status_code == 200
    assert CANARY not in response.content.decode()
    assert "Runbooks" not in response.content.decode()
    shown = response.json()
    assert shown.get("total", 0) == (1 if path == "/api/me/tokens" else 0)
    assert shown.get("results", []) == []


@pytest.mark.parametrize("mark", ["collection:Runbooks", "collection:Runbooks/canary.md"])
def test_a_mark_of_something_hidden_leads_nowhere(stranger, hidden, mark):
    client = token_client(stranger)
    error_of(client.get("/api/read", {"mark": mark}), 404, "NOT_FOUND")
    error_of(client.post("/api/retrieve", {"query": "x", "sources": [mark]}), 404, "NOT_FOUND")


def test_who_lost_the_grant_is_a_stranger_again_on_the_next_request(owner, collection, hidden):
    reader = UserFactory()
    grant(collection, reader, GrantLevel.READ)
    client = token_client(reader)
    path = f"/api/md-collections/{collection.pk}/documents/{hidden['document']}"
    etag = client.get(path)["ETag"]
    collection.user_grants.all().delete()
    error_of(client.get(path, HTTP_IF_NONE_MATCH=etag), 404, "NOT_FOUND")


WRITES = [door for door in DOORS if door[0] != "get" and "search" not in door[1]]


@pytest.mark.parametrize("door", WRITES, ids=lambda door: f"{door[0]} {door[1]}")
def test_who_may_only_read_is_told_that_they_may_not_write(collection, hidden, door):
    reader = UserFactory()
    grant(collection, reader, GrantLevel.READ)
    assert not Document.objects.allowing(reader, Action.WRITE).exists()
    method, path, body = door
    options = {} if body is None else {"data": body}
    response = getattr(token_client(reader), method)(path.format(**hidden), **options)
    error_of(response, 403, "FORBIDDEN")
    assert Document.objects.get().version == 1


@pytest.mark.parametrize("door", DOORS, ids=lambda door: f"{door[0]} {door[1]}")
def test_a_visitor_is_asked_to_sign_in_whatever_the_address_names(visitor, hidden, door):
    method, path, body = door
    for ids in (hidden, dict.fromkeys(hidden, uuid.uuid4()), dict.fromkeys(hidden, "no-id")):
        response = getattr(visitor, method)(path.format(**ids), body)
        error_of(response, 401, "UNAUTHENTICATED")
