import pytest

from apps.access.models import Scope
from tests.api.clients import error_of, reading_client, token_client

pytestmark = pytest.mark.django_db


def test_reading_needs_api_read(owner):
    client = token_client(owner, scopes=[Scope.API_WRITE, Scope.MCP])
    error = error_of(client.get("/api/md-collections"), 403, "INSUFFICIENT_SCOPE")
    assert error["message"] == "This needs a token with the scope api:read."


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_every_other_method_needs_api_write(owner, collection, method):
    path = f"/api/md-collections/{collection.pk}"
    response = getattr(reading_client(owner), method)(path, {"name": "Other"})
    error_of(response, 403, "INSUFFICIENT_SCOPE")


def test_searches_are_posts_that_read(owner, collection):
    client = reading_client(owner)
    question = {"query": "restore"}
    assert client.post("/api/retrieve", question).status_code == 200
    path = f"/api/md-collections/{collection.pk}/search"
    assert client.post(path, question).status_code == 200


def test_a_search_does_not_open_for_a_token_that_may_only_write(owner):
    client = token_client(owner, scopes=[Scope.API_WRITE])
    error_of(client.post("/api/retrieve", {"query": "x"}), 403, "INSUFFICIENT_SCOPE")


def test_the_scope_is_looked_at_before_the_row(owner, stranger, collection):
    path = f"/api/md-collections/{collection.pk}"
    error_of(reading_client(stranger).delete(path), 403, "INSUFFICIENT_SCOPE")
    error_of(token_client(stranger).delete(path), 404, "NOT_FOUND")
