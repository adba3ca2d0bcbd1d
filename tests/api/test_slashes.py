import pytest

from tests.api.clients import error_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/api/md-collections/", "/api/md-collections"),
        ("/api/md-collections/?page=2&search=a%2Fb", "/api/md-collections?page=2&search=a%2Fb"),
        ("/api/schema", "/api/schema/"),
        ("/api/docs", "/api/docs/"),
    ],
)
def test_an_address_that_is_ours_but_for_its_slash_is_sent_on(visitor, path, target):
    response = visitor.post(path)
    assert (response.status_code, response["Location"]) == (308, target)


@pytest.mark.parametrize("path", ["/api/nothing/", "/api//", "/api//evil.example/", "/api/"])
def test_no_other_address_is_sent_on(visitor, path):
    error_of(visitor.get(path), 404, "NOT_FOUND")
