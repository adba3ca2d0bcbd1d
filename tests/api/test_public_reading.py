import pytest

from tests.api.clients import error_of
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def public(public_reading):
    collection = CollectionFactory(name="Handbook", visibility="public")
    write_document(collection, "a.md", "# Restore\n\nStop the service.\n")
    return collection


def test_visitors_read_public_collections_where_the_deployment_allows_it(visitor, public):
    CollectionFactory(name="Hidden")
    page = visitor.get("/api/md-collections").json()
    assert [item["name"] for item in page["items"]] == ["Handbook"]
    results = visitor.post("/api/retrieve", {"query": "restore"}).json()["results"]
    assert [hit["source_key"] for hit in results] == ["a.md"]


def test_visitors_see_nothing_where_it_does_not(visitor, public, settings):
    settings.PRESSMARK = type(settings.PRESSMARK)(data_dir=settings.PRESSMARK.data_dir)
    error_of(visitor.get("/api/md-collections"), 401, "UNAUTHENTICATED")
    error_of(visitor.post("/api/retrieve", {"query": "x"}), 401, "UNAUTHENTICATED")


@pytest.mark.parametrize("method", ["post", "put", "patch", "delete"])
def test_visitors_never_write(visitor, public, method):
    response = getattr(visitor, method)(f"/api/md-collections/{public.pk}", {"name": "x"})
    error_of(response, 401, "UNAUTHENTICATED")


def test_visitors_have_no_tokens(visitor, public):
    error_of(visitor.get("/api/me/tokens"), 401, "UNAUTHENTICATED")


def test_a_broken_token_is_refused_even_where_visitors_may_read(visitor, public):
    visitor.credentials(HTTP_AUTHORIZATION="Bearer pmk_pat_gone")
    error_of(visitor.get("/api/md-collections"), 401, "UNAUTHENTICATED")
