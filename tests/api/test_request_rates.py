from copy import deepcopy

import pytest
from django.conf import settings

from tests.api.clients import error_of, token_client

pytestmark = pytest.mark.django_db


@pytest.fixture
def twice(settings):
    """Two requests a minute for everybody."""
    rest = deepcopy(settings.REST_FRAMEWORK)
    rest["DEFAULT_THROTTLE_RATES"] = {"user": "2/min", "address": "2/min"}
    settings.REST_FRAMEWORK = rest


def test_one_request_too_many_is_told_when_to_come_back(client, twice):
    answers = [client.get("/api/md-collections") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    error_of(answers[2], 429, "RATE_LIMITED")
    assert 1 <= int(answers[2]["Retry-After"]) <= 60


def test_each_user_is_counted_alone_however_many_tokens_they_have(owner, stranger, twice):
    for _ in range(2):
        assert token_client(owner).get("/api/md-collections").status_code == 200
    assert token_client(owner).get("/api/md-collections").status_code == 429
    assert token_client(stranger).get("/api/md-collections").status_code == 200


def test_a_made_up_forwarded_address_does_not_help(visitor, twice, public_reading):
    answers = [
        visitor.get("/api/md-collections", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
        for number in range(3)
    ]
    assert [answer.status_code for answer in answers] == [200, 200, 429]


def test_the_rates_of_the_settings_are_generous():
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    assert rates == {"user": "6000/min", "address": "300/min"}
