import pytest

from apps.retrieval.models import AskedQuestion
from tests.api.clients import error_of, reading_client, token_client
from tests.factories import UserFactory

pytestmark = pytest.mark.django_db
LOG = "/api/me/query-log"


def test_one_reads_and_erases_what_one_asked(client, collection):
    client.post("/api/retrieve", {"query": "first"})
    client.post(f"/api/md-collections/{collection.pk}/search", {"query": "second"})
    page = client.get(LOG, {"per_page": 1}).json()
    assert (page["total"], page["total_pages"]) == (2, 2)
    (item,) = page["items"]
    assert item["query"] == "second"
    assert item["sources"] == [collection.name]
    assert (item["surface"], item["kind"], item["status"]) == ("api", "search", "empty")
    assert client.delete(LOG).json() == {"erased": 2}
    assert client.get(LOG).json()["total"] == 0


def test_nobody_reads_or_erases_what_others_asked(client, collection):
    client.post("/api/retrieve", {"query": "mine"})
    other = token_client(UserFactory())
    assert other.get(LOG).json()["items"] == []
    assert other.delete(LOG).json() == {"erased": 0}
    assert AskedQuestion.objects.count() == 1


def test_it_takes_a_name_and_a_scope(visitor, owner):
    assert visitor.get(LOG).status_code == 401
    reading = reading_client(owner)
    assert reading.get(LOG).status_code == 200
    error_of(reading.delete(LOG), 403, "INSUFFICIENT_SCOPE")
