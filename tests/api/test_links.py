import pytest

from apps.collections.models import LinkState
from tests.api.clients import fields_of
from tests.factories import CollectionFactory, DocumentFactory, LinkFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def links(collection):
    """One link in each state, and a resolved one whose section is missing."""
    start = DocumentFactory(collection=collection, source_key="a.md")
    end = DocumentFactory(collection=collection, source_key="b.md")
    LinkFactory(document=start, line=1, href="x.md", state=LinkState.BROKEN)
    LinkFactory(document=start, line=2, href="b.md", state=LinkState.RESOLVED, target_document=end)
    LinkFactory(document=start, line=3, href="https://example.org", state=LinkState.EXTERNAL)
    LinkFactory(
        document=start,
        line=4,
        href="b.md#gone",
        fragment="gone",
        state=LinkState.RESOLVED,
        target_document=end,
        is_fragment_found=False,
    )
    LinkFactory(document=end, line=1, href="c.md", state=LinkState.PENDING)
    LinkFactory(document=DocumentFactory(collection=CollectionFactory()), state=LinkState.BROKEN)
    return start


def hrefs(response):
    return [link["href"] for link in response.json()["items"]]


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (None, ["x.md", "b.md", "https://example.org", "b.md#gone", "c.md"]),
        ("unresolved", ["x.md", "b.md#gone", "c.md"]),
        ("broken", ["x.md"]),
        ("resolved", ["b.md", "b.md#gone"]),
        ("external", ["https://example.org"]),
        ("pending", ["c.md"]),
    ],
)
def test_the_links_of_a_collection_by_state(client, collection, links, state, expected):
    query = {} if state is None else {"state": state}
    response = client.get(f"/api/md-collections/{collection.pk}/links", query)
    assert hrefs(response) == expected


def test_the_links_of_one_document(client, collection, links):
    path = f"/api/md-collections/{collection.pk}/documents/{links.pk}/links"
    response = client.get(path, {"state": "unresolved"})
    assert hrefs(response) == ["x.md", "b.md#gone"]


def test_a_link_names_both_of_its_ends(client, collection, links):
    path = f"/api/md-collections/{collection.pk}/links"
    link = client.get(path, {"state": "resolved"}).json()["items"][1]
    assert (link["source_key"], link["target_source_key"]) == ("a.md", "b.md")
    assert (link["line"], link["fragment"], link["is_fragment_found"]) == (4, "gone", False)


def test_an_unknown_state_is_named(client, collection):
    response = client.get(f"/api/md-collections/{collection.pk}/links", {"state": "odd"})
    assert fields_of(response) == ["state"]
