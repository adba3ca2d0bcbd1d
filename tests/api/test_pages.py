import pytest

from tests.api.clients import fields_of
from tests.factories import CollectionFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def names(owner):
    return [CollectionFactory(name=f"Notes {number:02}", owner=owner).name for number in range(25)]


def test_a_page_holds_twenty_items_and_tells_of_the_rest(client, names):
    page = client.get("/api/md-collections").json()
    assert [item["name"] for item in page.pop("items")] == names[:20]
    assert page == {"total": 25, "page": 1, "per_page": 20, "total_pages": 2}


def test_the_next_page_goes_on_where_the_first_ended(client, names):
    page = client.get("/api/md-collections", {"page": 4, "per_page": 7}).json()
    assert [item["name"] for item in page.pop("items")] == names[21:]
    assert page == {"total": 25, "page": 4, "per_page": 7, "total_pages": 4}


def test_a_page_past_the_end_is_empty(client, names):
    page = client.get("/api/md-collections", {"page": 999_999_999}).json()
    assert (page["items"], page["total"]) == ([], 25)


def test_nothing_at_all_is_a_page_too(client):
    page = client.get("/api/md-collections").json()
    assert page == {"items": [], "total": 0, "page": 1, "per_page": 20, "total_pages": 0}


@pytest.mark.parametrize("name", ["page", "per_page"])
@pytest.mark.parametrize("value", ["0", "-1", "x", "1.5", "9" * 30, "1e3", "\x00", "1 OR 1=1"])
def test_a_bad_number_is_named(client, name, value):
    assert fields_of(client.get("/api/md-collections", {name: value})) == [name]


def test_more_than_a_hundred_at_once_are_refused(client):
    assert client.get("/api/md-collections", {"per_page": 100}).status_code == 200
    assert fields_of(client.get("/api/md-collections", {"per_page": 101})) == ["per_page"]
