"""Whatever is sent, the answer is a refusal in the one shape, never a fault of ours."""

import json

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.http import UnreadablePostError

from apps.collections.models import Chunk, Document
from apps.jobs.models import Job
from tests.api.clients import error_of
from tests.factories import write_document

pytestmark = pytest.mark.django_db
JSON = "application/json"

WRITES = [
    ("post", "/api/md-collections"),
    ("patch", "/api/md-collections/{collection}"),
    ("post", "/api/md-collections/{collection}/documents"),
    ("post", "/api/md-collections/{collection}/documents/batch"),
    ("put", "/api/md-collections/{collection}/documents/by-key/a.md"),
    ("post", "/api/md-collections/{collection}/search"),
    ("post", "/api/retrieve"),
]
LISTS = [
    "/api/md-collections",
    "/api/md-collections/{collection}/documents",
    "/api/md-collections/{collection}/documents/{document}/chunks",
    "/api/md-collections/{collection}/links",
    "/api/md-collections/{collection}/jobs",
    "/api/md-collections/-/jobs",
    "/api/me/tokens",
]
NAMES = ("name", "source_key", "title", "content", "query", "description", "mode", "visibility")


def body_of(value):
    """A body that has the value in every field there is."""
    return json.dumps(dict.fromkeys(NAMES, value)).encode()


BODIES = {
    "nothing but a brace": b"{",
    "half a string": b'{"query": "x',
    "no JSON": b"query=x",
    "invalid UTF-8": b'{"query": "\xff\xfe"}',
    "a byte order mark": b'\xef\xbb\xbf{"query": "x"',
    "UTF-16": '{"query": "x"}'.encode("utf-16"),
    "not a number": b'{"query": NaN}',
    "infinity": b'{"top_k": Infinity}',
    "a number of 5000 digits": b'{"top_k": ' + b"9" * 5000 + b"}",
    "nested 100,000 deep": b"[" * 100_000,
    "objects nested 50,000 deep": b'{"a":' * 50_000,
    "a list": b"[]",
    "a string": b'"query"',
    "a number": b"7",
    "null": b"null",
    "NUL escapes": body_of("a\x00b"),
    "lone surrogates": body_of("a\ud800b"),
    "numbers for texts": body_of([1]),
    "objects for texts": body_of({"a": {"b": 1}}),
    "two equal names": b'{"query": "x", "query": null, "content": null, "name": null}',
    "a bare NUL": b"\x00",
}


@pytest.fixture
def ids(collection):
    write_document(collection, "a.md", "# T\n\nText.\n")
    return {
        "collection": collection.pk,
        "document": Document.objects.get().pk,
        "chunk": Chunk.objects.get().pk,
        "job": Job.objects.first().pk,
    }


@pytest.mark.parametrize(("method", "path"), WRITES, ids=[path for _, path in WRITES])
def test_a_hostile_body_is_refused(client, ids, method, path):
    for name, body in BODIES.items():
        response = client.generic(method.upper(), path.format(**ids), body, content_type=JSON)
        assert response.status_code == 400, name
        error_of(response, 400, "INVALID_REQUEST")


@pytest.mark.parametrize(
    "kind",
    [
        "application/json; charset=utf-16",
        "application/json; charset=bz2",
        "application/json; charset=idna",
        "application/json; charset=nonsense",
    ],
)
def test_a_body_in_an_odd_charset_is_refused(client, kind):
    response = client.generic("POST", "/api/retrieve", b'{"query": "\xc3"}', content_type=kind)
    error_of(response, 400, "INVALID_REQUEST")


@pytest.mark.parametrize("kind", ["text/html", "application/xml", "x", "/", "a/b; c", "\xff"])
def test_a_body_of_another_kind_is_refused(client, kind):
    response = client.generic("POST", "/api/retrieve", b"x", content_type=kind)
    error_of(response, 415, "UNSUPPORTED_FORMAT")


@pytest.mark.parametrize(("method", "path"), WRITES, ids=[path for _, path in WRITES])
def test_a_body_over_the_limit_is_refused_before_it_is_read(
    client, ids, method, path, small_documents
):
    body = b'{"query": "' + b"x" * 5000 + b'"}'
    response = client.generic(method.upper(), path.format(**ids), body, content_type=JSON)
    error_of(response, 413, "TOO_LARGE")


HOSTILE_PAGES = ("page=%00", "page=%ff", "per_page=%F0%9F%98%80", "page[]=1&page=-")
HOSTILE_SEARCHES = ("search=%00", "search=a%00b")


@pytest.mark.parametrize("path", LISTS)
def test_a_hostile_page_or_search_is_refused(client, ids, path):
    searches = HOSTILE_SEARCHES if path in LISTS[:2] else ()
    for query in (*HOSTILE_PAGES, *searches):
        response = client.get(f"{path.format(**ids)}?{query}")
        error_of(response, 400, "INVALID_REQUEST")


ODD_IDS = [
    "0",
    "-",
    "..",
    "%00",
    "%ff",
    "%0A",
    "null",
    "' OR 1=1 --",
    "{}",
    "x" * 5000,
    "00000000-0000-0000-0000-000000000000",
    "3f0f5a4e6b0e4d3e9f570d3a7c1c9a10",
    "urn:uuid:3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10",
    "３f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10",
]
BY_ID = [
    "/api/md-collections/{id}",
    "/api/md-collections/{id}/documents",
    "/api/md-collections/{id}/embed-status",
    "/api/md-collections/{collection}/documents/{id}",
    "/api/md-collections/{collection}/documents/{id}/chunks",
    "/api/chunks/{id}",
    "/api/jobs/{id}",
]


@pytest.mark.parametrize("path", BY_ID)
def test_what_is_no_id_is_not_found(client, ids, path):
    for odd in ODD_IDS:
        error_of(client.get(path.format(**ids, id=odd)), 404, "NOT_FOUND")


def test_a_client_that_hangs_up_is_no_fault_of_ours(client, monkeypatch):
    def broken(*_arguments):
        raise UnreadablePostError("The client went away.")

    monkeypatch.setattr(WSGIRequest, "read", broken)
    error_of(client.post("/api/retrieve", {"query": "x"}), 400, "INVALID_REQUEST")


@pytest.mark.parametrize("length", ["", "x", "-5", "1.5", "９"])
def test_an_odd_content_length_is_no_fault_of_ours(client, length):
    response = client.generic(
        "POST", "/api/retrieve", b'{"query": "x"}', content_type=JSON, CONTENT_LENGTH=length
    )
    assert response.status_code in {200, 400}


@pytest.mark.parametrize("given", ["short", "x" * 65, "a b c d e f g", "\xff" * 10, "<script>00"])
def test_an_odd_request_id_is_not_echoed(client, given):
    response = client.get("/api/md-collections", HTTP_X_REQUEST_ID=given)
    assert response["X-Request-ID"] != given


def test_a_good_request_id_is(client):
    response = client.get("/api/nothing", HTTP_X_REQUEST_ID="trace-4711.a")
    assert error_of(response, 404, "NOT_FOUND")["request_id"] == "trace-4711.a"
