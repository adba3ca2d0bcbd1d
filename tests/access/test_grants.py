import pytest
from django.contrib.auth.models import Group
from django.utils import timezone

from apps.access.errors import ForbiddenError, InvalidRequestError, NotFoundError
from apps.access.grants import grant_access, revoke_access, set_visibility
from apps.access.models import AuditEntry, GrantLevel
from apps.access.people import delete_groups, delete_person
from apps.access.principals import operator
from apps.access.querysets import Action, Visibility, can
from tests.cast import (
    LONG_AGO,
    READ,
    WRITE,
    assemble_cast,
    grant,
    make_collection,
    make_group,
    make_token,
    make_user,
)

pytestmark = pytest.mark.django_db

SHARERS = {"owner", "admin", "owner_token", "owner_token_here"}


@pytest.fixture
def owner():
    return make_user("owner")


@pytest.fixture
def collection(owner):
    return make_collection(owner=owner)


def outcome(call) -> str:
    try:
        call()
    except (ForbiddenError, NotFoundError, InvalidRequestError) as error:
        return error.code
    return "done"


@pytest.mark.parametrize("kind", ["collection", "repository"])
def test_only_sharers_grant_and_revoke_and_the_hidden_stays_missing(kind: str):
    cast = assemble_cast(kind)
    guest = make_group("guests")
    for part, member in cast.members.items():
        refusal = "FORBIDDEN" if can(member, Action.READ, cast.source) else "NOT_FOUND"
        wanted = "done" if part in SHARERS else refusal
        assert wanted == outcome(
            lambda member=member: grant_access(
                user=member, source=cast.source, to=guest, level=READ
            )
        ), part
        assert wanted == outcome(
            lambda member=member: revoke_access(user=member, source=cast.source, to=guest)
        ), part


def test_a_new_level_replaces_the_old_one(owner, collection):
    group = make_group()
    for level in (READ, WRITE, READ):
        grant_access(user=owner, source=collection, to=group, level=level)
        (row,) = collection.group_grants.all()
        assert (row.level, row.granted_by) == (level, owner)


def test_a_grant_opens_and_its_revocation_closes_at_once(owner, collection):
    guest, rows = make_user(), type(collection).objects
    grant_access(user=owner, source=collection, to=guest, level=WRITE)
    assert rows.allowing(guest, Action.WRITE).get() == collection
    assert revoke_access(user=owner, source=collection, to=guest)
    assert not rows.visible_to(guest).exists()
    assert not revoke_access(user=owner, source=collection, to=guest)


def test_leaving_a_group_closes_at_once(collection):
    member = make_user()
    group = make_group("team", member)
    grant(collection, group)
    rows = type(collection).objects
    assert rows.visible_to(member).exists()
    group.user_set.remove(member)
    assert not rows.visible_to(member).exists()


def test_deactivation_closes_at_once(collection):
    guest = make_user()
    grant(collection, guest)
    type(guest).objects.filter(pk=guest.pk).update(is_active=False)
    guest.refresh_from_db()
    assert not type(collection).objects.visible_to(guest).exists()


def test_deleting_a_group_takes_its_grants_along(collection):
    member = make_user()
    grant(collection, make_group("team", member))
    Group.objects.all().delete()
    assert not type(collection).objects.visible_to(member).exists()
    assert not collection.group_grants.exists()


def test_an_admin_only_source_takes_no_user_grants(collection):
    set_visibility(user=operator(), source=collection, visibility=Visibility.ADMIN_ONLY)
    with pytest.raises(InvalidRequestError) as refused:
        grant(collection, make_user())
    assert [error.field for error in refused.value.field_errors] == ["user"]
    grant(collection, make_group())


def test_a_user_grant_sleeps_while_the_source_is_admin_only(collection):
    guest, rows = make_user(), type(collection).objects
    grant(collection, guest)
    for visibility, seen in (("admin_only", False), ("private", True)):
        set_visibility(user=operator(), source=collection, visibility=Visibility(visibility))
        assert rows.visible_to(guest).exists() == seen


def test_an_expiry_in_the_past_is_refused(owner, collection):
    with pytest.raises(InvalidRequestError) as refused:
        grant_access(
            user=owner,
            source=collection,
            to=make_group(),
            level=READ,
            expires_at=timezone.now() - LONG_AGO,
        )
    assert [error.field for error in refused.value.field_errors] == ["expires_at"]
    assert not collection.group_grants.exists()


def test_the_owner_makes_a_source_public_and_private_but_never_admin_only(owner, collection):
    for visibility in (Visibility.PUBLIC, Visibility.PRIVATE):
        set_visibility(user=owner, source=collection, visibility=visibility)
        collection.refresh_from_db()
        assert collection.visibility == visibility
    with pytest.raises(ForbiddenError):
        set_visibility(user=owner, source=collection, visibility=Visibility.ADMIN_ONLY)
    collection.refresh_from_db()
    assert collection.visibility == Visibility.PRIVATE


def test_the_owner_cannot_bring_a_source_back_from_admin_only(owner, collection):
    set_visibility(user=operator(), source=collection, visibility=Visibility.ADMIN_ONLY)
    with pytest.raises(ForbiddenError):
        set_visibility(user=owner, source=collection, visibility=Visibility.PRIVATE)


def test_a_writer_neither_shares_nor_changes_who_sees_it(collection):
    writer = make_user()
    grant(collection, writer, WRITE)
    with pytest.raises(ForbiddenError):
        grant_access(user=writer, source=collection, to=make_group(), level=READ)
    with pytest.raises(ForbiddenError):
        set_visibility(user=writer, source=collection, visibility=Visibility.PUBLIC)


def test_each_change_of_rights_is_in_the_audit_log(owner, collection):
    group = make_group()
    grant_access(user=owner, source=collection, to=group, level=WRITE)
    revoke_access(user=owner, source=collection, to=group)
    set_visibility(user=owner, source=collection, visibility=Visibility.PUBLIC)
    set_visibility(user=owner, source=collection, visibility=Visibility.PUBLIC)
    given = {"to": str(group), "level": "write", "expires_at": None}
    facts = AuditEntry.objects.order_by("id").values_list("before", "after")
    assert list(facts[:2]) == [(None, given), (given, None)]
    entries = AuditEntry.objects.order_by("id").values_list(
        "actor_name", "action", "target_id", "target_label"
    )
    place = (str(collection.pk), collection.name)
    assert list(entries) == [
        (owner.username, "grant.set", *place),
        (owner.username, "grant.revoked", *place),
        (owner.username, "visibility.changed", *place),
    ]


def test_what_went_with_a_group_or_a_person_is_in_the_audit_log(owner, collection):
    group, person = make_group(), make_user()
    grant_access(user=owner, source=collection, to=group, level=WRITE)
    grant_access(user=owner, source=collection, to=person, level=READ)
    delete_groups(user=operator(), groups=[group])
    entry = AuditEntry.objects.get(action="group.deleted")
    assert entry.before["grants"] == [f"Can write {collection}"]
    make_user(is_superuser=True)
    delete_person(user=operator(), person=person)
    entry = AuditEntry.objects.get(action="user.deleted")
    assert entry.before["grants"] == [f"Can read {collection}"]


def test_levels_are_read_and_write_with_the_names_people_see():
    assert dict(GrantLevel.choices) == {"read": "Can read", "write": "Can write"}


def test_a_token_without_write_scope_cannot_share(owner, collection):
    owner.acting_token = make_token(owner, scopes=["api:read"])
    with pytest.raises(ForbiddenError):
        grant_access(user=owner, source=collection, to=make_group(), level=READ)
