import uuid
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.access.errors import (
    ConflictError,
    ForbiddenError,
    InvalidRequestError,
    NotFoundError,
)
from apps.access.models import AccessToken, AuditEntry, Scope
from apps.access.principals import acting_token, operator
from apps.access.token_rows import find_token
from apps.access.tokens import (
    authenticate_token,
    create_token,
    digest_of,
    note_use,
    revoke_all_tokens,
    revoke_token,
    rotate_token,
)
from tests.cast import LONG_AGO, make_token, make_user, with_token

pytestmark = pytest.mark.django_db


@pytest.fixture
def person():
    return make_user("person")


def mint(user, holder=None, **fields):
    fields = {"name": "laptop", "scopes": [Scope.API_READ]} | fields
    return create_token(user=user, holder=holder or user, **fields)


def test_the_text_of_a_token_lets_its_holder_in(person):
    token, text = mint(person, scopes=[Scope.MCP, Scope.API_READ, Scope.MCP])
    user = authenticate_token(text)
    assert (user, acting_token(user)) == (person, token)
    assert token.scopes == ["api:read", "mcp"]


def test_only_the_digest_is_stored(person):
    token, text = mint(person)
    stored = AccessToken.objects.filter(pk=token.pk).values().get()
    assert text.startswith("pmk_pat_")
    assert len(text) >= 50
    assert text not in repr(stored)
    assert text not in repr(list(AuditEntry.objects.values()))
    assert stored["digest"] == digest_of(text)
    assert stored["prefix"] == text[:16]


@pytest.mark.parametrize(
    "change",
    [
        {"revoked_at": timezone.now()},
        {"expires_at": timezone.now() - LONG_AGO},
    ],
    ids=["revoked", "expired"],
)
def test_a_spent_token_lets_nobody_in(person, change):
    token, text = mint(person)
    AccessToken.objects.filter(pk=token.pk).update(**change)
    assert authenticate_token(text) is None


def test_the_token_of_an_inactive_user_lets_nobody_in(person):
    _, text = mint(person)
    person.is_active = False
    person.save()
    assert authenticate_token(text) is None


@pytest.mark.parametrize("text", ["", "pmk_pat_", "pmk_pat_wrong", "Bearer x", "é\0", "x" * 10_000])
def test_other_texts_let_nobody_in(person, text):
    mint(person)
    assert authenticate_token(text) is None


def test_nobody_but_an_admin_mints_for_somebody_else(person):
    other = make_user()
    with pytest.raises(ForbiddenError):
        mint(person, other)
    admin = make_user(is_superuser=True)
    assert mint(admin, other)[0].user == other
    assert mint(operator(), other)[0].user == other
    with pytest.raises(ForbiddenError):
        mint(make_user(is_superuser=True, is_active=False), other)


def test_a_token_neither_mints_nor_revokes_tokens(person):
    _, text = mint(person)
    bearer = authenticate_token(text)
    with pytest.raises(ForbiddenError):
        mint(bearer, person)
    with pytest.raises(ForbiddenError):
        revoke_token(user=bearer, token_id=bearer.acting_token.pk)


@pytest.mark.parametrize(
    ("fields", "wrong"),
    [
        ({"name": " "}, "name"),
        ({"name": "x" * 101}, "name"),
        ({"scopes": []}, "scopes"),
        ({"scopes": ["api:read", "root"]}, "scopes"),
        ({"expires_at": timezone.now() - LONG_AGO}, "expires_at"),
    ],
)
def test_a_bad_description_is_refused_with_its_field(person, fields, wrong):
    with pytest.raises(InvalidRequestError) as refused:
        mint(person, **fields)
    assert [error.field for error in refused.value.field_errors] == [wrong]
    assert not AccessToken.objects.exists()


@pytest.mark.parametrize("scopes", [[], ["root"]])
def test_the_database_refuses_scopes_it_does_not_know(person, scopes):
    with pytest.raises(IntegrityError), transaction.atomic():
        make_token(person, scopes=scopes)


def test_people_see_and_revoke_their_own_tokens_and_admins_all(person):
    token, text = mint(person)
    admin, stranger = make_user(is_superuser=True), make_user()
    seen = {
        user.username: list(AccessToken.objects.visible_to(user))
        for user in (person, admin, stranger)
    }
    assert seen == {person.username: [token], admin.username: [token], stranger.username: []}
    for missing in (token.pk, uuid.uuid4()):
        with pytest.raises(NotFoundError):
            revoke_token(user=stranger, token_id=missing)
    revoke_token(user=person, token_id=token.pk)
    revoke_token(user=person, token_id=token.pk)
    assert authenticate_token(text) is None
    actions = AuditEntry.objects.order_by("id").values_list("action", flat=True)
    assert list(actions) == ["token.created", "token.revoked"]


class TestRotation:
    def test_the_new_text_works_the_old_one_is_dead_and_the_settings_stay(self, person):
        token, old = mint(person, scopes=["api:read"], tools=["outline"])
        rotated, text = rotate_token(user=person, token_id=token.pk)
        assert authenticate_token(old) is None
        assert authenticate_token(text) == person
        same = ("pk", "name", "scopes", "tools", "source_ids", "expires_at", "created_at")
        assert [getattr(rotated, name) for name in same] == [getattr(token, name) for name in same]
        entry = AuditEntry.objects.latest("id")
        assert (entry.action, entry.after) == ("token.rotated", {"prefix": text[:16]})

    def test_only_those_who_see_a_token_rotate_it(self, person):
        token, text = mint(person)
        with pytest.raises(NotFoundError):
            rotate_token(user=make_user(), token_id=token.pk)
        with pytest.raises(ForbiddenError):
            rotate_token(user=with_token(person), token_id=token.pk)
        assert authenticate_token(text) == person

    def test_a_dead_token_does_not_come_back(self, person):
        token, _ = mint(person)
        revoke_token(user=person, token_id=token.pk)
        expired = make_token(person, expires_at=timezone.now() - timedelta(days=1))
        for one in (token, expired):
            with pytest.raises(ConflictError):
                rotate_token(user=person, token_id=one.pk)


def test_all_tokens_of_a_person_are_revoked_by_them_or_an_admin(person):
    texts = [mint(person)[1] for _ in range(2)]
    other = mint(make_user())[1]
    with pytest.raises(ForbiddenError):
        revoke_all_tokens(user=make_user(), holder=person)
    assert revoke_all_tokens(user=make_user(is_superuser=True), holder=person) == 2
    assert [authenticate_token(text) is None for text in (*texts, other)] == [True, True, False]
    assert revoke_all_tokens(user=person, holder=person) == 0


def test_an_inactive_person_sees_no_tokens(person):
    make_token(person)
    person.is_active = False
    assert not AccessToken.objects.visible_to(person).exists()


def test_use_is_noted_at_most_once_a_minute(person):
    token = make_token(person)
    note_use(token, "192.0.2.1")
    token.refresh_from_db()
    first = token.last_used_at
    note_use(token, "192.0.2.2")
    token.refresh_from_db()
    assert (token.last_used_at, token.last_used_address) == (first, "192.0.2.1")
    token.last_used_at = first - timedelta(minutes=1)
    note_use(token, "192.0.2.3")
    token.refresh_from_db()
    assert token.last_used_address == "192.0.2.3"


def test_a_token_is_found_with_its_user_as_django_would_load_both(person):
    token, text = mint(person, scopes=[Scope.API_READ, Scope.MCP])
    AccessToken.objects.filter(pk=token.pk).update(last_used_address="192.0.2.7")
    found = find_token(digest_of(text))
    kept = AccessToken.objects.select_related("user").get(pk=token.pk)
    for one, other in ((found, kept), (found.user, kept.user)):
        assert [getattr(one, field.attname) for field in one._meta.concrete_fields] == [
            getattr(other, field.attname) for field in other._meta.concrete_fields
        ]
    assert find_token(digest_of("pmk_pat_unknown")) is None
