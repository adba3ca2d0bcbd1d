import pytest

from tests.api.clients import error_of, session_client

pytestmark = pytest.mark.django_db
NEW = {"name": "Notes"}


def test_a_session_reads(owner, collection):
    response = session_client(owner).get(f"/api/md-collections/{collection.pk}")
    assert response.json()["name"] == "Runbooks"


def test_a_session_writes_only_with_the_csrf_token(owner):
    client = session_client(owner)
    error_of(client.post("/api/md-collections", NEW), 403, "FORBIDDEN")
    client.get("/api/docs/")
    secret = client.cookies["csrftoken"].value
    response = client.post("/api/md-collections", NEW, HTTP_X_CSRFTOKEN=secret)
    assert response.status_code == 201


def test_a_token_needs_no_csrf_token(client):
    client.handler.enforce_csrf_checks = True
    assert client.post("/api/md-collections", NEW).status_code == 201


def test_a_user_who_is_switched_off_loses_the_session(owner):
    client = session_client(owner)
    owner.is_active = False
    owner.save()
    error_of(client.get("/api/md-collections"), 401, "UNAUTHENTICATED")
