"""What is taken away is gone with the very next request, at every surface, caches included."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.access.grants import grants_of, revoke_access, set_visibility
from apps.access.models import AccessToken, User
from apps.access.people import delete_groups
from apps.access.principals import operator
from apps.access.querysets import Visibility
from apps.access.tokens import revoke_token, rotate_token
from apps.collections.models import Collection, Document
from tests.cast import READ, grant, make_collection, make_group, make_token, make_user
from tests.factories import write_document

pytestmark = pytest.mark.django_db
WORD, PLANTED = "zyxxq", "planted8k1"
SECRET = "pmk_pat_of_the_reader"
PAST = timedelta(days=1)


@dataclass
class Stage:
    """Somebody who reads a collection, by session and by token."""

    person: User
    source: Collection
    token: AccessToken
    document: Document
    browser: Client
    etag: str = ""

    def api(self, method: str, path: str, body: object = None, **headers: str):
        sent = {"Authorization": f"Bearer {SECRET}", **headers}
        data = {"data": json.dumps(body), "content_type": "application/json"} if body else {}
        return getattr(Client(), method)(path, headers=sent, **data)

    @property
    def path(self) -> str:
        return f"/api/md-collections/{self.source.pk}/documents/{self.document.pk}"


def mcp(stage: Stage) -> bool:
    call = {"name": "collection_document", "arguments": {"mark": "collection:Runbooks/page.md"}}
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
    accept = {"Accept": "application/json, text/event-stream"}
    return PLANTED in stage.api("post", "/mcp", message, **accept).content.decode()


def has(response) -> bool:
    return response.status_code == 200 and PLANTED in response.content.decode()


def is_fresh(response) -> bool:
    """Not changed, so the caller goes on showing what they have."""
    return response.status_code == 304


# Whether the text is seen; by the browser's session, by a token.
BY_SESSION: dict[str, Callable[[Stage], bool]] = {
    "page": lambda stage: has(stage.browser.get("/docs/Runbooks/page.md")),
    "search": lambda stage: has(stage.browser.get(f"/search?q={WORD}")),
    "raw": lambda stage: has(stage.browser.get("/docs/Runbooks/page.md?raw")),
    "rest": lambda stage: has(stage.browser.get(stage.path)),
    "cached rest": lambda stage: is_fresh(
        stage.browser.get(stage.path, headers={"If-None-Match": stage.etag})
    ),
}
BY_TOKEN: dict[str, Callable[[Stage], bool]] = {
    "token": lambda stage: has(stage.api("get", stage.path)),
    "cached token": lambda stage: is_fresh(
        stage.api("get", stage.path, **{"If-None-Match": stage.etag})
    ),
    "retrieve": lambda stage: has(stage.api("post", "/api/retrieve", {"query": WORD})),
    "mcp": mcp,
}


@pytest.fixture
def stage(settings) -> Stage:
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    person, source = make_user("reader"), make_collection("Runbooks", owner=make_user("owner"))
    write_document(source, "page.md", f"# Title\n\n{WORD} {PLANTED}\n")
    browser = Client()
    browser.force_login(person)
    document = Document.objects.get()
    return Stage(person, source, make_token(person, SECRET), document, browser)


def by_grant(stage: Stage) -> None:
    grant(stage.source, stage.person, READ)


def by_group(stage: Stage) -> None:
    grant(stage.source, make_group("team", stage.person), READ)


def by_being_public(stage: Stage) -> None:
    set_visibility(user=operator(), source=stage.source, visibility=Visibility.PUBLIC)


def expire(stage: Stage, to: object) -> None:
    grants_of(stage.source, to).update(expires_at=timezone.now() - PAST)


def change_token(stage: Stage, **values: object) -> None:
    AccessToken.objects.filter(pk=stage.token.pk).update(**values)


def team(stage: Stage):
    return stage.person.groups.get()


EVERYWHERE = {**BY_SESSION, **BY_TOKEN}
CASES = {
    "a grant is revoked": (
        by_grant,
        lambda s: revoke_access(user=operator(), source=s.source, to=s.person),
        EVERYWHERE,
    ),
    "a grant expires": (by_grant, lambda s: expire(s, s.person), EVERYWHERE),
    "a group's grant expires": (by_group, lambda s: expire(s, team(s)), EVERYWHERE),
    "a group is left": (by_group, lambda s: s.person.groups.clear(), EVERYWHERE),
    "a group is deleted": (
        by_group,
        lambda s: delete_groups(user=operator(), groups=[team(s)]),
        EVERYWHERE,
    ),
    "a source becomes private": (
        by_being_public,
        lambda s: set_visibility(user=operator(), source=s.source, visibility=Visibility.PRIVATE),
        EVERYWHERE,
    ),
    "a person is deactivated": (
        by_grant,
        lambda s: User.objects.filter(pk=s.person.pk).update(is_active=False),
        EVERYWHERE,
    ),
    "a person is deleted": (by_grant, lambda s: s.person.delete(), EVERYWHERE),
    "a token is revoked": (
        by_grant,
        lambda s: revoke_token(user=operator(), token_id=s.token.pk),
        BY_TOKEN,
    ),
    "a token gets a new secret": (
        by_grant,
        lambda s: rotate_token(user=operator(), token_id=s.token.pk),
        BY_TOKEN,
    ),
    "a token expires": (
        by_grant,
        lambda s: change_token(s, expires_at=timezone.now() - PAST),
        BY_TOKEN,
    ),
    "a token is limited to other sources": (
        by_grant,
        lambda s: change_token(s, source_ids=[]),
        BY_TOKEN,
    ),
    "a password is changed": (
        by_grant,
        lambda s: User.objects.filter(pk=s.person.pk).update(password="another"),
        BY_SESSION,
    ),
}


@pytest.mark.parametrize(("give", "take", "lost"), CASES.values(), ids=CASES)
def test_what_is_taken_away_is_gone_with_the_next_request(stage, give, take, lost):
    give(stage)
    stage.etag = stage.browser.get(stage.path)["ETag"]
    assert [name for name, sees in EVERYWHERE.items() if not sees(stage)] == []
    take(stage)
    assert {name for name, sees in EVERYWHERE.items() if sees(stage)} == set(EVERYWHERE) - set(lost)
