"""Owners share what is theirs, without the admin."""

from datetime import UTC, datetime

import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from apps.access.grants import grant_access, set_visibility
from apps.access.models import AuditEntry, GrantLevel
from apps.access.querysets import Visibility
from tests.factories import AdminFactory, UserFactory
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
TEAM = {"do": "grant", "kind": "group", "name": "insiders", "level": "read", "expires_on": ""}


@pytest.fixture
def team(writer):
    """A group of the writer and a mate."""
    group = Group.objects.create(name="insiders")
    group.user_set.add(writer, UserFactory(username="mate"))
    return group


@pytest.fixture(params=["collection", "repository"])
def shared(request, writer):
    """A private source of the writer, and the address of its page."""
    if request.param == "collection":
        return request.getfixturevalue("handbook"), "/docs/Handbook/-/sharing"
    library = request.getfixturevalue("library")
    return library, f"/repos/{library.slug}/-/sharing"


def held(source):
    grants = [*source.group_grants.all(), *source.user_grants.all()]
    return [(getattr(one, "group", None) or one.user, one.level) for one in grants]


def test_a_grant_is_given_until_a_day_and_taken_again(client, shared, team):
    source, address = shared
    day = f"{timezone.now().year + 1}-03-09"
    response = client.post(address, TEAM | {"level": "write", "expires_on": day})
    assert response["Location"] == address
    (grant,) = source.group_grants.all()
    last = datetime(timezone.now().year + 1, 3, 9, 23, 59, 59, 999999, tzinfo=UTC)
    assert (grant.group, grant.level, grant.expires_at) == (team, "write", last)
    page = client.get(address)
    assert "group insiders, can write, granted by writer" in text_of(page)
    assert f"until 9 March {timezone.now().year + 1}" in text_of(page)
    taken = {"do": "revoke", "kind": "group", "name": "insiders"}
    assert client.post(address, taken).status_code == 302
    assert "has no grant any more" in text_of(client.post(address, taken, follow=True))
    assert held(source) == []
    actions = list(AuditEntry.objects.order_by("id").values_list("action", flat=True))
    assert actions[-2:] == ["grant.set", "grant.revoked"]


def test_a_person_is_granted_by_name_and_another_level_takes_the_place(client, shared, team):
    source, address = shared
    client.post(address, TEAM | {"kind": "user", "name": "mate"})
    client.post(address, TEAM | {"kind": "user", "name": "mate", "level": "write"})
    assert [(str(who), level) for who, level in held(source)] == [("mate", "write")]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"name": "hidden"}, "name"),
        ({"name": "nobody"}, "name"),
        ({"name": ""}, "name"),
        ({"name": "\0"}, "name"),
        ({"kind": "user", "name": "stranger"}, "name"),
        ({"expires_on": "2001-01-01"}, "expires_on"),
        ({"expires_on": "x"}, "expires_on"),
        ({"level": "own"}, "level"),
        ({"kind": "all"}, "kind"),
    ],
)
def test_what_cannot_be_is_told_beside_its_field(client, shared, team, changes, field):
    source, address = shared
    Group.objects.create(name="hidden")
    UserFactory(username="stranger")
    response = client.post(address, TEAM | changes)
    assert (response.status_code, list(response.context["form"].errors)) == (422, [field])
    assert held(source) == []


def test_a_hidden_group_and_a_missing_one_are_told_alike_and_not_suggested(client, shared, team):
    _, address = shared
    Group.objects.create(name="hidden")
    told = [
        client.post(address, TEAM | {"name": name}).context["form"].errors.as_json()
        for name in ("hidden", "missing")
    ]
    assert told[0] == told[1]
    suggested = client.get(address).context["access"].holders
    assert (suggested.groups, suggested.people) == (("insiders",), ("mate", "writer"))


def test_an_admin_only_source_is_shared_by_admins_with_groups(client, shared, team):
    source, address = shared
    admin = AdminFactory()
    set_visibility(user=admin, source=source, visibility=Visibility.ADMIN_ONLY)
    assert client.get(address).status_code == 403
    assert client.post(address, TEAM).status_code == 403
    client.force_login(admin)
    assert "A person" not in main_of(client.get(address))
    refused = client.post(address, TEAM | {"kind": "user", "name": "mate"})
    assert list(refused.context["form"].errors) == ["kind"]
    assert client.post(address, TEAM).status_code == 302
    assert held(source) == [(team, "read")]


@pytest.mark.parametrize("level", [None, GrantLevel.READ, GrantLevel.WRITE])
def test_nobody_else_shares_or_sees_with_whom_it_is_shared(client, shared, team, level):
    source, address = shared
    grant_access(user=source.owner, source=source, to=team, level=GrantLevel.READ)
    other = UserFactory()
    if level is not None:
        grant_access(user=source.owner, source=source, to=other, level=level)
    client.force_login(other)
    wanted = 404 if level is None else 403
    for answer in (client.get(address), client.post(address, TEAM | {"level": "write"})):
        assert answer.status_code == wanted
        assert "insiders" not in answer.content.decode()
    taken = client.post(address, {"do": "revoke", "kind": "group", "name": "insiders"})
    assert taken.status_code == wanted
    assert (team, "read") in held(source)


def test_the_settings_lead_to_it(client, handbook, library):
    for address in ("/docs/Handbook", "/docs/Handbook/-/settings"):
        assert 'href="/docs/Handbook/-/sharing"' in main_of(client.get(address))
    base = f"/repos/{library.slug}/-/"
    assert f'href="{base}sharing"' in main_of(client.get(f"{base}settings"))
