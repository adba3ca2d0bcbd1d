import uuid

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.collections.models import Document
from tests.api.clients import error_of, fields_of, token_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(collection):
    return f"/api/md-collections/{collection.pk}/documents"


@pytest.fixture
def revisions(client, path):
    """The address of the revisions of a document that was put twice."""
    client.put(f"{path}/by-key/a.md", {"content": "# One\n"})
    client.put(
        f"{path}/by-key/a.md", {"content": "# Two\n", "title": "T", "message": " Why \n not "}
    )
    return f"{path}/{Document.objects.get().pk}/revisions"


def test_revisions_are_listed_newest_first_without_texts(client, revisions):
    body = client.get(revisions).json()
    told = [(one["number"], one["kind"], one["message"], one["title"]) for one in body["items"]]
    assert told == [(2, "edited", "Why not", "T"), (1, "created", "", "One")]
    assert (body["total"], body["page"], body["per_page"], body["total_pages"]) == (2, 1, 20, 1)
    assert list(body["items"][0]) == [
        *("number", "kind", "message", "author_name", "created_at"),
        *("source_key", "title", "content_hash"),
    ]
    assert body["items"][0]["author_name"] == "olive"


def test_revisions_come_in_pages(client, revisions):
    body = client.get(revisions, {"page": 2, "per_page": 1}).json()
    assert [one["number"] for one in body["items"]] == [1]
    assert fields_of(client.get(revisions, {"page": 0})) == ["page"]


def test_one_revision_has_its_text(client, revisions):
    body = client.get(f"{revisions}/1").json()
    assert (body["number"], body["content"]) == (1, "# One\n")


@pytest.mark.parametrize("number", ["0", "3", "2147483648", "9" * 40])
def test_a_number_that_there_is_not_is_not_found(client, revisions, number):
    error_of(client.get(f"{revisions}/{number}"), 404, "NOT_FOUND")


def test_revisions_are_hidden_like_their_document(client, stranger, revisions, path):
    other = token_client(stranger)
    for address in (revisions, f"{revisions}/1"):
        error_of(other.get(address), 404, "NOT_FOUND")
    error_of(client.get(f"{path}/{uuid.uuid4()}/revisions"), 404, "NOT_FOUND")


def test_a_message_that_is_too_long_stores_nothing(client, path):
    response = client.put(f"{path}/by-key/a.md", {"content": "x", "message": "x" * 301})
    assert fields_of(response) == ["message"]
    assert Document.objects.count() == 0


def test_a_list_takes_as_many_queries_for_three_revisions_as_for_one(client, revisions, path):
    with CaptureQueriesContext(
        connection,
    ) as two:
        client.get(revisions)
    for number in range(3):
        client.put(f"{path}/by-key/a.md", {"content": f"# {number} more\n"})
    with CaptureQueriesContext(connection) as five:
        client.get(revisions)
    assert len(five) == len(two)
