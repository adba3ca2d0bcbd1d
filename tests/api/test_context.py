from apps.text.tokens import count_tokens
from tests.api.clients import token_client
from tests.factories import write_document


def test_a_pack_comes_with_its_entries_and_keeps_the_budget(client, collection):
    write_document(collection, "lamp.md", "# Light the lamp\n\nWith a match.\n")
    response = client.post("/api/context", {"task": "light the lamp", "max_tokens": 500})
    answer = response.json()
    assert response.status_code == 200
    assert list(answer) == ["markdown", "entries", "tokens", "max_tokens", "omitted", "degraded"]
    assert [one["mark"] for one in answer["entries"]] == [
        "collection:Runbooks/lamp.md#light-the-lamp"
    ]
    assert answer["tokens"] == count_tokens(answer["markdown"]) <= 500


def test_a_budget_for_nothing_has_a_code_of_its_own(client, collection):
    write_document(collection, "lamp.md", "# Light the lamp\n\nWith a match.\n")
    response = client.post("/api/context", {"task": "light the lamp", "max_tokens": 5})
    assert (response.status_code, response.json()["error"]["code"]) == (400, "BUDGET_TOO_SMALL")


def test_fields_out_of_bounds_are_named(client):
    response = client.post("/api/context", {"task": "", "max_tokens": 0, "sources": "x"})
    fields = [one["field"] for one in response.json()["error"]["field_errors"]]
    assert (response.status_code, fields) == (400, ["task", "max_tokens", "sources"])


def test_strangers_get_an_empty_pack_and_a_hidden_source_is_missing(collection, stranger):
    write_document(collection, "lamp.md", "# Light the lamp\n\nWith a match.\n")
    theirs = token_client(stranger)
    assert theirs.post("/api/context", {"task": "light the lamp"}).json()["entries"] == []
    asked = {"task": "light the lamp", "sources": ["collection:Runbooks"]}
    assert theirs.post("/api/context", asked).status_code == 404
