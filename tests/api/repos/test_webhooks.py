import hashlib
import hmac
import json

import pytest

from apps.jobs.models import Job
from apps.repos.models import Repository, WebhookDelivery
from tests.api.clients import error_of
from tests.api.repos.handbook import ROOT

pytestmark = pytest.mark.django_db


def send(client, repository, body, **headers):
    return client.post(
        f"/api/webhooks/{repository.pk}",
        body,
        content_type="application/json",
        headers={"X-GitHub-Event": "push", **headers},
    )


def test_a_signed_push_queues_one_sync(client, visitor, repository):
    client.patch(f"{ROOT}/local/team/handbook", {"webhook_secret": "s3cret"})
    body = json.dumps({"after": "abc"})
    digest = hmac.new(b"s3cret", body.encode(), hashlib.sha256).hexdigest()
    signed = {"X-Hub-Signature-256": f"sha256={digest}"}
    assert send(visitor, repository, body, **signed).json() == {"state": "queued"}
    assert send(visitor, repository, body, **signed).json() == {"state": "known"}
    ping = send(visitor, repository, body, **signed, **{"X-GitHub-Event": "ping"})
    assert ping.json() == {"state": "ignored"}
    lab = {"X-GitHub-Event": "", "X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": "s3cret"}
    assert send(visitor, repository, '{"after": "def"}', **lab).json() == {"state": "queued"}
    assert Job.objects.filter(kind="sync").count() == 1
    assert WebhookDelivery.objects.count() == 2


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Hub-Signature-256": "sha256=" + "0" * 64},
        {"X-Hub-Signature-256": "é"},
        {"X-Gitlab-Token": ""},
        {"X-Gitlab-Token": "wrong"},
    ],
)
def test_an_unsigned_message_meets_nothing(visitor, repository, client, headers):
    error_of(send(visitor, repository, "{}", **headers), 404, "NOT_FOUND")
    client.patch(f"{ROOT}/local/team/handbook", {"webhook_secret": "s3cret"})
    error_of(send(visitor, repository, "{}", **headers), 404, "NOT_FOUND")
    assert not Job.objects.filter(kind="sync").exists()


def test_a_message_over_the_limit_is_refused_before_it_is_read(visitor, repository, monkeypatch):
    monkeypatch.setattr("apps.api.views.webhooks.LARGEST_MESSAGE", 10)
    error_of(send(visitor, repository, '{"a": "long enough"}'), 413, "TOO_LARGE")


def test_a_secret_that_cannot_be_read_any_more_is_no_news_to_strangers(visitor, repository):
    Repository.objects.filter(pk=repository.pk).update(webhook_secret="of another key")
    error_of(send(visitor, repository, "{}"), 404, "NOT_FOUND")
