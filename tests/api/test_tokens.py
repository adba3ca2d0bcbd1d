from datetime import timedelta

import pytest
from django.utils import timezone
from rest_framework.test import APIClient

from apps.access.models import AccessToken
from tests.api.clients import error_of, fields_of, token_client
from tests.cast import make_token
from tests.factories import AdminFactory, CollectionFactory, write_document

pytestmark = pytest.mark.django_db
ALL = "/api/me/tokens"
NEW = {"name": "CI", "scopes": ["api:read"]}


@pytest.fixture
def signed_in(owner):
    client = APIClient()
    client.force_login(owner)
    return client


def test_a_new_token_shows_its_secret_once_and_works(signed_in, owner, collection):
    response = signed_in.post(ALL, NEW)
    body = response.json()
    assert (response.status_code, body["scopes"]) == (201, ["api:read"])
    secret = body.pop("token")
    assert secret.startswith("pmk_pat_")
    [listed] = signed_in.get(ALL).json()["items"]
    assert listed == body
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    assert client.get(f"/api/md-collections/{collection.pk}").status_code == 200
    assert secret not in signed_in.get(ALL).content.decode()


def test_a_token_may_be_limited_to_sources_and_tools(signed_in, owner, collection):
    other = CollectionFactory(name="Other", owner=owner)
    write_document(other, "a.md", "Text.")
    body = {**NEW, "sources": ["collection:Runbooks"], "tools": ["outline"]}
    made = signed_in.post(ALL, body).json()
    assert (made["source_ids"], made["tools"]) == ([str(collection.pk)], ["outline"])
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {made['token']}")
    names = [item["name"] for item in client.get("/api/md-collections").json()["items"]]
    assert names == ["Runbooks"]


def test_a_rotated_token_keeps_its_settings_and_loses_its_secret(signed_in, owner, collection):
    made = signed_in.post(ALL, NEW).json()
    rotated = signed_in.post(f"{ALL}/{made['id']}/rotate").json()
    for secret, status in ((made.pop("token"), 401), (rotated.pop("token"), 200)):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
        assert client.get(f"/api/md-collections/{collection.pk}").status_code == status
    assert rotated | {"prefix": made["prefix"]} == made
    shown = signed_in.get(f"{ALL}/{made['id']}").json()
    assert shown.pop("last_used_at") is not None
    assert shown.pop("last_used_address") == "127.0.0.1"


def test_all_tokens_are_revoked_at_once_but_not_by_a_token(signed_in, owner, client):
    for method, path in (("delete", ALL), ("post", f"{ALL}/{make_token(owner).pk}/rotate")):
        error_of(getattr(client, method)(path), 403, "FORBIDDEN")
    assert signed_in.delete(ALL).json() == {"revoked": 2}
    assert client.get(ALL).status_code == 401


BAD = [
    ({"name": ""}, ["name"]),
    ({"name": " "}, ["name"]),
    ({"name": "x" * 101}, ["name"]),
    ({"name": "a\x00"}, ["name"]),
    ({"scopes": []}, ["scopes"]),
    ({"scopes": None}, ["scopes"]),
    ({"scopes": "api:read"}, ["scopes"]),
    ({"scopes": ["api:read", "root"]}, ["scopes.1"]),
    ({"expires_at": "2001-01-01T00:00:00Z"}, ["expires_at"]),
    ({"expires_at": "soon"}, ["expires_at"]),
    ({"expires_at": "9999-12-31T23:59:59-23:59"}, ["expires_at"]),
    ({"sources": ["nonsense"]}, ["sources"]),
    ({"sources": ["collection:Runbooks/a.md"]}, ["sources"]),
    ({"tools": ["x" * 65]}, ["tools.0"]),
]


@pytest.mark.parametrize(("change", "fields"), BAD, ids=range(len(BAD)))
def test_what_is_wrong_with_a_token_is_named(signed_in, collection, change, fields):
    write_document(collection, "a.md", "Text.")
    assert fields_of(signed_in.post(ALL, {**NEW, **change})) == fields
    assert not AccessToken.objects.exists()


def test_a_token_cannot_be_limited_to_what_its_user_cannot_see(signed_in):
    CollectionFactory(name="Hidden")
    body = {**NEW, "sources": ["collection:Hidden"]}
    error_of(signed_in.post(ALL, body), 404, "NOT_FOUND")


def test_the_latest_moment_there_is_can_be_read_back(signed_in):
    body = {**NEW, "expires_at": "9999-12-31T23:59:59Z"}
    assert signed_in.post(ALL, body).json()["expires_at"] == "9999-12-31T23:59:59Z"
    assert signed_in.get(ALL).status_code == 200


def test_a_token_neither_mints_nor_revokes(client, owner):
    error_of(client.post(ALL, NEW), 403, "FORBIDDEN")
    token = AccessToken.objects.get(user=owner)
    error_of(client.delete(f"{ALL}/{token.pk}"), 403, "FORBIDDEN")
    assert client.get(ALL).json()["total"] == 1


def test_revoking_works_from_the_next_request_on_and_twice(signed_in, owner):
    client = token_client(owner)
    token = AccessToken.objects.get(user=owner)
    for _ in range(2):
        response = signed_in.delete(f"{ALL}/{token.pk}")
        assert (response.status_code, response.content) == (204, b"")
    error_of(client.get(ALL), 401, "UNAUTHENTICATED")
    [listed] = signed_in.get(ALL).json()["items"]
    assert (listed["is_usable"], listed["revoked_at"] is None) == (False, False)


def test_somebody_elses_token_is_not_there(signed_in, stranger):
    token = make_token(stranger)
    error_of(signed_in.delete(f"{ALL}/{token.pk}"), 404, "NOT_FOUND")
    error_of(signed_in.delete(f"{ALL}/no-id"), 404, "NOT_FOUND")


def test_an_admin_finds_their_own_tokens_here_only(owner):
    make_token(owner)
    client = APIClient()
    client.force_login(AdminFactory())
    assert client.get(ALL).json()["items"] == []


def test_expired_tokens_stay_in_the_list_and_say_so(signed_in, owner):
    make_token(owner, expires_at=timezone.now() - timedelta(days=1))
    [listed] = signed_in.get(ALL).json()["items"]
    assert listed["is_usable"] is False
