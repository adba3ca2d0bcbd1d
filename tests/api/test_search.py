import pytest

from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.api.clients import error_of, fields_of
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def filled(collection):
    write_document(collection, "restore.md", "# Restore a backup\n\nStop the service first.\n")
    write_document(collection, "rotate.md", "# Rotate keys\n\nMake new keys, then restart.\n")
    return collection


def test_retrieve_answers_exactly_what_the_service_does(client, owner, filled):
    response = client.post("/api/retrieve", {"query": "restore backup", "top_k": 3})
    answer = search(user=owner, request=SearchRequest("restore backup", top_k=3))
    assert response.json() == answer.as_dict()
    assert (
        response.json()["results"][0]["mark"] == "collection:Runbooks/restore.md#restore-a-backup"
    )


def test_a_search_in_one_collection_finds_nothing_of_another(client, owner, filled):
    write_document(
        CollectionFactory(name="Other", owner=owner), "restore.md", "# Restore a backup\n"
    )
    path = f"/api/md-collections/{filled.pk}/search"
    body = client.post(path, {"query": "restore backup"}).json()
    assert list(body) == ["results", "total_tokens", "degraded"]
    assert {hit["source"] for hit in body["results"]} == {"collection:Runbooks"}


def test_of_two_collections_of_one_name_the_one_in_the_address_is_searched(client, filled):
    shared = CollectionFactory(name="Runbooks", visibility="public")
    write_document(shared, "restore.md", "# Restore a backup\n\nAs somebody else does it.\n")
    for collection, word in ((shared, "somebody"), (filled, "service")):
        path = f"/api/md-collections/{collection.pk}/search"
        hits = client.post(path, {"query": "restore a backup"}).json()["results"]
        assert word in hits[0]["snippet"]


def test_the_numbers_are_obeyed(client, filled):
    path = f"/api/md-collections/{filled.pk}/search"
    body = client.post(path, {"query": "keys restore", "top_k": 1, "snippet_chars": 80}).json()
    assert len(body["results"]) == 1
    assert len(body["results"][0]["snippet"]) <= 82


BAD = [
    ({}, ["query"]),
    ({"query": ""}, ["query"]),
    ({"query": "  \n "}, ["query"]),
    ({"query": None}, ["query"]),
    ({"query": ["x"]}, ["query"]),
    ({"query": "x" * 1001}, ["query"]),
    ({"query": "a\x00b"}, ["query"]),
    ({"query": "x", "top_k": 0}, ["top_k"]),
    ({"query": "x", "top_k": 101}, ["top_k"]),
    ({"query": "x", "top_k": "many"}, ["top_k"]),
    ({"query": "x", "top_k": 1.5}, ["top_k"]),
    ({"query": "x", "top_k": 10**30}, ["top_k"]),
    ({"query": "x", "top_k": None}, ["top_k"]),
    ({"query": "x", "snippet_chars": 79}, ["snippet_chars"]),
    ({"query": "x", "snippet_chars": 4001}, ["snippet_chars"]),
    ({"query": "", "top_k": 0, "snippet_chars": -1}, ["query", "top_k", "snippet_chars"]),
]


@pytest.mark.parametrize(("body", "fields"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_with_a_question_is_named_at_both_doors(client, collection, body, fields):
    assert fields_of(client.post("/api/retrieve", body)) == fields
    path = f"/api/md-collections/{collection.pk}/search"
    assert fields_of(client.post(path, body)) == fields


ONLY_RETRIEVE = [
    ({"mode": "code"}, ["mode"]),
    ({"sources": "collection:x"}, ["sources"]),
    ({"sources": ["nonsense"]}, ["sources"]),
    ({"sources": ["chunk:3f0f5a4e-6b0e-4d3e-9f57-0d3a7c1c9a10"]}, ["sources"]),
    ({"sources": ["collection:%00"]}, ["sources"]),
    ({"sources": ["collection:" + "x" * 2000]}, ["sources.0"]),
    ({"sources": ["collection:x"] * 101}, ["sources"]),
    ({"since": "yesterday"}, ["since"]),
    ({"since": "2026-13-01T00:00:00Z"}, ["since"]),
    ({"since": 7}, ["since"]),
    ({"since": "2026-02-01T00:00:00Z", "until": "2026-01-01T00:00:00Z"}, ["since"]),
    ({"since": "9999-12-31T23:59:59-23:59"}, ["since"]),
    ({"as_of": "0001-01-01T00:00:00+14:00"}, ["as_of"]),
]


@pytest.mark.parametrize(("more", "fields"), ONLY_RETRIEVE, ids=range(len(ONLY_RETRIEVE)))
def test_what_is_wrong_with_a_filter_is_named(client, more, fields):
    assert fields_of(client.post("/api/retrieve", {"query": "x", **more})) == fields


def test_times_narrow_the_search(client, filled):
    early, late = "2001-01-01T00:00:00Z", "2900-01-01T00:00:00Z"
    for body, count in (({"until": early}, 0), ({"since": early, "as_of": late}, 1)):
        hits = client.post("/api/retrieve", {"query": "restore backup", "top_k": 1, **body}).json()
        assert len(hits["results"]) == count


ODD = [
    "x or and or y",
    "'\":*",
    "((",
    "a & | !",
    "the of and",
    "John <j@x.y>",
    "%_\\",
    "日本語",
    "-- ;",
]


@pytest.mark.parametrize("query", ODD)
def test_a_question_of_odd_characters_is_answered(client, filled, query):
    assert client.post("/api/retrieve", {"query": query}).status_code == 200


def test_a_source_that_is_not_there_is_a_404(client):
    body = {"query": "x", "sources": ["collection:Nothing"]}
    error_of(client.post("/api/retrieve", body), 404, "NOT_FOUND")
