"""The statement that is made once says for everybody what the access rule says."""

import itertools
from dataclasses import replace
from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q
from django.utils import timezone

from apps.access.models import User
from apps.access.principals import operator
from apps.access.querysets import SourceQuerySet, Visibility, source_models
from apps.access.readable_ids import is_member, readable_ids, statement_for_members
from tests.access.test_rule_model import KINDS, add_grant, build_every_source, every_token
from tests.cast import MAKERS, assemble_cast, make_user

pytestmark = pytest.mark.django_db


def by_the_rule(user):
    """What the querysets answer, sorted."""
    return sorted(
        pk
        for model in source_models()
        for pk in model.objects.visible_to(user).values_list("pk", flat=True)
    )


@pytest.mark.parametrize("visibility", Visibility.values)
@pytest.mark.parametrize("kind", KINDS)
def test_everybody_of_the_cast_reads_what_the_rule_says(kind, visibility):
    cast = assemble_cast(kind, Visibility(visibility))
    sights = {part: by_the_rule(user) for part, user in cast.members.items()}
    assert {part: sorted(readable_ids(user)) for part, user in cast.members.items()} == sights
    assert len({tuple(ids) for ids in sights.values()}) > 1


@pytest.mark.parametrize("kind", KINDS)
def test_every_state_of_a_person_and_a_token_reads_what_the_rule_says(kind):
    person = make_user("person")
    facts = build_every_source(kind, person)
    covered = sorted(facts, key=str)[::2]
    plain = set()
    for is_active, is_superuser in itertools.product((True, False), repeat=2):
        User.objects.filter(pk=person.pk).update(is_active=is_active, is_superuser=is_superuser)
        for limits, comer in every_token(person, covered).items():
            assert sorted(readable_ids(comer)) == by_the_rule(comer), (is_active, limits)
            plain.add(is_member(comer))
    assert plain == {True, False}


@pytest.mark.parametrize("public_read", [True, False])
def test_those_without_a_row_read_what_the_rule_says(public_read, settings):
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=public_read)
    for visibility in Visibility.values:
        MAKERS["collection"](visibility=visibility)
    comers = [AnonymousUser(), operator(), User(username="nobody")]
    found = [sorted(readable_ids(comer)) for comer in comers]
    assert found == [by_the_rule(comer) for comer in comers]
    assert [len(ids) for ids in found] == [int(public_read), 3, 0]


def test_a_grant_counts_from_the_next_call_on_and_until_its_expiry():
    person, source = make_user(), MAKERS["collection"]()
    assert readable_ids(person) == []
    add_grant(source, "user", person, "read")
    assert readable_ids(person) == [source.pk]
    source.user_grants.update(expires_at=timezone.now() + timedelta(hours=1))
    assert readable_ids(person) == [source.pk]
    source.user_grants.update(expires_at=timezone.now())
    assert readable_ids(person) == []


def test_a_rule_that_asks_for_more_than_is_known_of_a_member_fails(monkeypatch):
    def by_staff(_self, user, _action):
        return Q() if user.is_staff else Q(pk__in=[])

    monkeypatch.setattr(SourceQuerySet, "_member_rule", by_staff)
    statement_for_members.cache_clear()
    with pytest.raises(AttributeError, match="is_staff"):
        readable_ids(make_user(is_staff=True))


def test_a_rule_about_another_time_than_the_present_fails(monkeypatch):
    def of_old(_self, _user, _action):
        return Q(created_at__lt=timezone.now() - timedelta(days=1))

    monkeypatch.setattr(SourceQuerySet, "_member_rule", of_old)
    statement_for_members.cache_clear()
    with pytest.raises(RuntimeError, match="another time"):
        readable_ids(make_user())
    statement_for_members.cache_clear()
