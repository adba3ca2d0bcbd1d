from datetime import timedelta

import pytest
from django.utils import timezone

from apps.access.models import AccessToken
from tests.api.clients import error_of, token_client

pytestmark = pytest.mark.django_db


def test_a_token_opens_what_its_user_may_read(client, collection):
    assert client.get(f"/api/md-collections/{collection.pk}").status_code == 200


def test_without_token_or_session_the_answer_is_a_challenge(visitor):
    response = visitor.get("/api/md-collections")
    error_of(response, 401, "UNAUTHENTICATED")
    assert response["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer nonsense",
        "bearer pmk_pat_unknown",
        "Bearer pmk_pat_a pmk_pat_b",
        "Bearer pmk_pat_\x00",
        "Bearer pmk_pat_\xff\xfe",
        "Bearer " + "x" * 100_000,
    ],
)
def test_what_is_no_token_of_ours_is_refused(visitor, header):
    visitor.credentials(HTTP_AUTHORIZATION=header)
    response = visitor.get("/api/md-collections")
    error_of(response, 401, "UNAUTHENTICATED")
    assert response["WWW-Authenticate"] == "Bearer"


def test_a_header_of_another_scheme_is_left_to_whoever_put_it_there(visitor):
    visitor.credentials(HTTP_AUTHORIZATION="Basic cHJveHk6c2VjcmV0")
    error = error_of(visitor.get("/api/md-collections"), 401, "UNAUTHENTICATED")
    assert error["message"] == "Authentication credentials were not provided."


@pytest.mark.parametrize(
    "change",
    [
        {"revoked_at": timezone.now()},
        {"expires_at": timezone.now() - timedelta(seconds=1)},
    ],
)
def test_a_spent_token_is_refused_from_the_next_request_on(client, owner, change):
    assert client.get("/api/md-collections").status_code == 200
    AccessToken.objects.filter(user=owner).update(**change)
    error_of(client.get("/api/md-collections"), 401, "UNAUTHENTICATED")


def test_an_inactive_user_is_out_at_once(client, owner):
    owner.is_active = False
    owner.save()
    error_of(client.get("/api/md-collections"), 401, "UNAUTHENTICATED")


def test_the_four_ways_to_fail_are_not_told_apart(client, owner, visitor):
    AccessToken.objects.filter(user=owner).update(revoked_at=timezone.now())
    visitor.credentials(HTTP_AUTHORIZATION="Bearer pmk_pat_unknown")
    answers = [one.get("/api/md-collections").json()["error"] for one in (client, visitor)]
    assert answers[0]["message"] == answers[1]["message"]


def test_the_use_of_a_token_is_noted_with_the_address_of_the_connection(owner):
    client = token_client(owner)
    client.get("/api/md-collections", REMOTE_ADDR="192.0.2.7", HTTP_X_FORWARDED_FOR="10.0.0.1")
    token = AccessToken.objects.get(user=owner)
    assert token.last_used_address == "192.0.2.7"
    assert token.last_used_at is not None


def test_a_token_limited_to_other_sources_does_not_find_this_one(owner, collection):
    client = token_client(owner, source_ids=[])
    error_of(client.get(f"/api/md-collections/{collection.pk}"), 404, "NOT_FOUND")
