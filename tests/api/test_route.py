from tests.api.clients import token_client
from tests.factories import write_document


def test_sources_are_ranked_in_two_pools(client, collection):
    write_document(collection, "lamp.md", "# Light the lamp\n\nWith a match.\n")
    answer = client.post("/api/route", {"query": "light the lamp"}).json()
    assert list(answer) == ["repositories", "collections", "degraded"]
    found = [{**one, "score": 0} for one in answer["collections"]]
    why = "1 document found, “Light the lamp” at rank 1"
    assert found == [{"mark": "collection:Runbooks", "label": "Runbooks", "score": 0, "why": why}]


def test_strangers_hear_of_nothing(collection, stranger):
    write_document(collection, "lamp.md", "# Light the lamp\n\nWith a match.\n")
    answer = token_client(stranger).post("/api/route", {"query": "light the lamp"}).json()
    assert (answer["repositories"], answer["collections"]) == ([], [])


def test_fields_out_of_bounds_are_named(client):
    response = client.post("/api/route", {"query": "x" * 513, "top_k": 11})
    fields = [one["field"] for one in response.json()["error"]["field_errors"]]
    assert (response.status_code, fields) == (400, ["query", "top_k"])
