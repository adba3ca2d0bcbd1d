"""Grants over REST: who shares, with whom, until when."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.api.clients import token_client
from tests.cast import MAKERS, READ, WRITE, grant, make_group, make_user

pytestmark = pytest.mark.django_db
PATH = "/api/access/grants"


@pytest.fixture(params=["collection", "repository"])
def source(request, owner):
    return MAKERS[request.param]("shelf", owner=owner)


def test_a_grant_is_given_listed_replaced_and_taken(client, owner, source):
    team = make_group("team", owner)
    until = (timezone.now() + timedelta(days=2)).replace(microsecond=0)
    body = {"source": source.mark, "group": team.name, "level": "read"}
    assert client.put(PATH, body).status_code == 204
    body |= {"level": "write", "expires_at": until.isoformat()}
    assert client.put(PATH, body).status_code == 204
    (item,) = client.get(PATH, {"source": source.mark}).json()["items"]
    assert item | {"granted_at": "", "expires_at": ""} == {
        "group": team.name,
        "user": None,
        "level": "write",
        "granted_by": "olive",
        "granted_at": "",
        "expires_at": "",
        "is_expired": False,
    }
    assert source.group_grants.get().expires_at == until
    query = f"?source={source.mark}&group={team.name}"
    assert client.delete(PATH + query).status_code == 204
    assert client.delete(PATH + query).status_code == 404


def test_an_expired_grant_gives_nothing_on_the_very_next_request(owner, stranger, source):
    grant(source, stranger, WRITE)
    reader = token_client(stranger)
    kind = source._meta.model_name
    path = f"/api/md-collections/{source.pk}" if kind == "collection" else f"/api/repos/{source}"
    assert reader.get(path).status_code == 200
    source.user_grants.update(expires_at=timezone.now())
    assert reader.get(path).status_code == 404


def test_only_those_who_share_see_or_change_grants(owner, stranger, source):
    for level, codes in ((None, [404, 404, 404]), (READ, [403] * 3), (WRITE, [403] * 3)):
        if level:
            grant(source, stranger, level)
        other, client = make_group("own", stranger), token_client(stranger)
        body = {"source": source.mark, "group": other.name, "level": "read"}
        answers = [
            client.get(PATH, {"source": source.mark}),
            client.put(PATH, body),
            client.delete(f"{PATH}?source={source.mark}&user={stranger}"),
        ]
        assert [answer.status_code for answer in answers] == codes
    assert not source.group_grants.exists()


def test_bad_input_is_told_by_field(client, owner, source):
    unseen = make_group("unseen", make_user())
    mark = {"source": source.mark}
    for body, words in (
        (mark | {"group": unseen.name, "level": "read"}, "There is no group of that name"),
        (mark | {"user": "no\0body", "level": "read"}, "Null characters"),
        (mark | {"level": "read"}, "either a group or a user"),
        (mark | {"group": "a", "user": "b", "level": "read"}, "either a group or a user"),
        (mark | {"user": "olive", "level": "own"}, "not a valid choice"),
        (mark | {"user": "olive", "level": "read", "expires_at": "2001-01-01T00:00Z"}, "future"),
    ):
        answer = client.put(PATH, body)
        assert (answer.status_code, words in answer.content.decode()) == (400, True), answer.content
    assert client.get(PATH).status_code == 400
