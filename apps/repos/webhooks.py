"""Messages of git hosts: checked by their signature, acted on once.

GitHub and Gitea sign the body with HMAC-SHA256 (``X-Hub-Signature-256``; GitHub's manual,
"Validating webhook deliveries"); GitLab sends the secret itself (``X-Gitlab-Token``).
"""

import hashlib
import hmac
import uuid
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum

from django.db import transaction
from django.utils import timezone

from apps.access.errors import NotFoundError
from apps.access.principals import operator
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.repos.credentials import decrypt
from apps.repos.git.errors import SourceRefusedError
from apps.repos.models import Repository, WebhookDelivery

REMEMBERED = timedelta(days=90)
_PUSHES = frozenset({"push", "push hook", "tag push hook", "create", "release", "system hook"})


class WebhookState(StrEnum):
    """What became of a message."""

    QUEUED = "queued"
    KNOWN = "known"
    IGNORED = "ignored"


@transaction.atomic
def receive_webhook(
    *, repository_id: uuid.UUID, headers: Mapping[str, str], body: bytes
) -> WebhookState:
    """Queue a sync for a signed message that tells of a push; the same message counts once.

    Raises `NotFoundError` alike for an unknown repository, one without a secret, and a signature
    that does not fit. Nobody is signed in here: the signature is the right.
    """
    rows = Repository.objects.filter(pk=repository_id, deleted_at=None)
    repository = rows.exclude(webhook_secret="").first()
    try:
        secret = decrypt(repository.webhook_secret) if repository else uuid.uuid4().hex
    except SourceRefusedError:
        # The key of this installation has changed: to strangers that is no news.
        raise NotFoundError from None
    if not is_signed(secret, headers, body) or repository is None:
        raise NotFoundError
    event = headers.get("X-GitHub-Event") or headers.get("X-Gitea-Event")
    if (event or headers.get("X-Gitlab-Event") or "").lower() not in _PUSHES:
        return WebhookState.IGNORED
    deliveries = WebhookDelivery.objects.filter(repository=repository)
    deliveries.filter(received_at__lt=timezone.now() - REMEMBERED).delete()
    _, is_new = WebhookDelivery.objects.get_or_create(
        repository=repository, digest=hashlib.sha256(body).hexdigest()
    )
    if not is_new:
        return WebhookState.KNOWN
    request_job(user=operator(), kind=JobKind.SYNC, source=repository)
    return WebhookState.QUEUED


def is_signed(secret: str, headers: Mapping[str, str], body: bytes) -> bool:
    """Whether the message was made by somebody who knows the secret."""
    digest = hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()
    signed = headers.get("X-Hub-Signature-256", "").encode("utf-8", "replace")
    token = headers.get("X-Gitlab-Token", "").encode("utf-8", "replace")
    is_hub = hmac.compare_digest(signed, f"sha256={digest}".encode())
    is_lab = hmac.compare_digest(token, secret.encode())
    return is_hub or is_lab
