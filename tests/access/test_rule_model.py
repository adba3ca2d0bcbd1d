"""The rule in SQL against the same rule written a second time, in plain Python.

`may` knows nothing of querysets. All combinations of one person's state with one source's state
are compared, then random worlds in which several people, groups and sources meet.
"""

import itertools
from dataclasses import dataclass, replace
from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.access.grants import permission_for
from apps.access.models import Scope, User
from apps.access.principals import Principal, act_with_token, acting_token
from apps.access.querysets import Action, Visibility
from tests.cast import LONG_AGO, MAKERS, make_group, make_token, make_user

pytestmark = pytest.mark.django_db

Level = str | None  # "read", "write", or an expired "read!" / "write!"
LEVELS: tuple[Level, ...] = (None, "read", "write", "read!", "write!")
KINDS = ("collection", "repository")


@dataclass(frozen=True)
class SourceFacts:
    """All that the rule may know of a source, as seen by one person."""

    visibility: str
    is_owned: bool
    group_levels: tuple[Level, ...]
    user_levels: tuple[Level, ...]


@dataclass(frozen=True)
class PersonFacts:
    """All that the rule may know of a person."""

    is_active: bool
    is_superuser: bool


@dataclass(frozen=True)
class TokenFacts:
    """All that the rule may know of a token."""

    is_usable: bool = True
    may_write: bool = True
    covers: bool = True


def may(person: PersonFacts, token: TokenFacts | None, source: SourceFacts, action: str) -> bool:
    """Section 4 of the product page, read aloud."""
    if not person.is_active:
        return False
    if token is not None:
        if not (token.is_usable and token.covers):
            return False
        if action != "read" and not token.may_write:
            return False
    if person.is_superuser:
        return True
    hidden = source.visibility == "admin_only"
    levels = {*source.group_levels, *(() if hidden else source.user_levels)}
    match action:
        case "read":
            everybody = source.visibility == "public"
            return source.is_owned or everybody or bool(levels & {"read", "write"})
        case "write":
            return source.is_owned or "write" in levels
        case "share":
            return source.is_owned and not hidden
        case "delete":
            return source.is_owned
    raise AssertionError(action)


def add_grant(source, holder: str, to, level: Level) -> None:
    """A grant row, without the service: expired ones too."""
    if level is None:
        return
    source.__class__._meta.get_field(f"{holder}_grants").related_model.objects.create(
        content_object=source,
        permission=permission_for(source, level.rstrip("!")),
        expires_at=timezone.now() - LONG_AGO if level.endswith("!") else None,
        **{holder: to},
    )


def build_every_source(kind: str, person: User) -> dict[UUID, SourceFacts]:
    """One source for each combination of visibility, ownership and grants."""
    group, foreign = make_group("in", person), make_group("out")
    facts = {}
    for visibility, is_owned, group_level, user_level in itertools.product(
        Visibility.values, (True, False), LEVELS, LEVELS
    ):
        source = MAKERS[kind](visibility=visibility, owner=person if is_owned else None)
        add_grant(source, "group", group, group_level)
        add_grant(source, "group", foreign, "write")
        add_grant(source, "user", person, user_level)
        facts[source.pk] = SourceFacts(visibility, is_owned, (group_level,), (user_level,))
    return facts


def every_token(person: User, covered: list[UUID]) -> dict[TokenFacts | None, Principal]:
    """The person without a token and with each kind of token."""
    comers: dict[TokenFacts | None, Principal] = {None: User.objects.get(pk=person.pk)}
    for is_usable, may_write, covers in itertools.product((True, False), repeat=3):
        token = make_token(
            person,
            scopes=[Scope.API_READ, Scope.API_WRITE] if may_write else [Scope.API_READ],
            expires_at=None if is_usable else timezone.now() - LONG_AGO,
            source_ids=None if covers else covered,
        )
        comer = act_with_token(User.objects.get(pk=person.pk), token)
        comers[TokenFacts(is_usable, may_write, covers)] = comer
    return comers


@pytest.mark.parametrize("kind", KINDS)
def test_sql_and_python_agree_on_every_combination(kind: str):
    person = make_user("person")
    facts = build_every_source(kind, person)
    covered = sorted(facts, key=str)[::2]
    rows = MAKERS[kind]().__class__.objects
    for is_active, is_superuser in itertools.product((True, False), repeat=2):
        state = PersonFacts(is_active, is_superuser)
        User.objects.filter(pk=person.pk).update(is_active=is_active, is_superuser=is_superuser)
        for limits, comer in every_token(person, covered).items():
            for action in Action:
                wanted = {
                    pk
                    for pk, source in facts.items()
                    if may(state, narrow(limits, pk in covered), source, action.value)
                }
                found = list(rows.allowing(comer, action).filter(pk__in=facts).values_list("pk"))
                assert len(found) == len(set(found))
                assert {pk for (pk,) in found} == wanted, (state, limits, action)


def narrow(limits: TokenFacts | None, is_covered: bool) -> TokenFacts | None:
    """The token as it stands before one source."""
    if limits is None or limits.covers:
        return limits
    return replace(limits, covers=is_covered)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public_read", [True, False])
def test_anonymous_visitors_read_public_sources_only_where_public_reading_is_on(
    kind: str, public_read: bool, settings
):
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=public_read)
    facts = build_every_source(kind, make_user())
    rows = MAKERS[kind]().__class__.objects.filter(pk__in=facts)
    public = {pk for pk, source in facts.items() if source.visibility == "public"}
    for action in Action:
        found = set(rows.allowing(AnonymousUser(), action).values_list("pk", flat=True))
        assert found == (public if public_read and action is Action.READ else set())


people = st.lists(
    st.builds(PersonFacts, st.booleans(), st.sampled_from([False, False, True])),
    min_size=1,
    max_size=4,
)
indices = st.integers(0, 3)
worlds = st.fixed_dictionaries(
    {
        "people": people,
        "members": st.sets(st.tuples(indices, indices)),
        "sources": st.lists(
            st.tuples(st.sampled_from(KINDS), st.sampled_from(Visibility.values), indices),
            min_size=1,
            max_size=4,
        ),
        "group_grants": st.dictionaries(st.tuples(indices, indices), st.sampled_from(LEVELS)),
        "user_grants": st.dictionaries(st.tuples(indices, indices), st.sampled_from(LEVELS)),
    }
)


@settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(world=worlds)
def test_sql_and_python_agree_in_any_world(world, db):
    with transaction.atomic():
        compare_world(world)
        transaction.set_rollback(True)


def compare_world(world) -> None:
    """Build the world, then ask for each person and action about all sources at once."""
    users = [make_user(**vars(facts)) for facts in world["people"]]
    groups = [make_group() for _ in range(4)]
    for who, which in world["members"]:
        if who < len(users):
            groups[which].user_set.add(users[who])
    sources = [
        MAKERS[kind](visibility=visibility, owner=users[owner] if owner < len(users) else None)
        for kind, visibility, owner in world["sources"]
    ]
    for (which, where), level in world["group_grants"].items():
        if where < len(sources):
            add_grant(sources[where], "group", groups[which], level)
    for (who, where), level in world["user_grants"].items():
        if who < len(users) and where < len(sources):
            add_grant(sources[where], "user", users[who], level)
    for who, user in enumerate(users):
        for action in Action:
            wanted = [
                source.pk
                for where, source in enumerate(sources)
                if may(world["people"][who], None, facts_of(world, who, where), action.value)
            ]
            found = [
                pk
                for model in {type(source) for source in sources}
                for pk in model.objects.allowing(user, action).values_list("pk", flat=True)
            ]
            assert sorted(found) == sorted(wanted)


def facts_of(world, who: int, where: int) -> SourceFacts:
    """One source as one person meets it."""
    _, visibility, owner = world["sources"][where]
    mine = {which for member, which in world["members"] if member == who}
    return SourceFacts(
        visibility,
        owner == who,
        tuple(world["group_grants"].get((which, where)) for which in mine),
        (world["user_grants"].get((who, where)),),
    )


def test_a_person_without_a_row_owns_nothing():
    for kind in KINDS:
        source = MAKERS[kind](owner=None)
        assert not type(source).objects.visible_to(User(username="nobody")).exists()


def test_a_grant_ends_at_its_expiry():
    person, collection = make_user(), MAKERS["collection"]()
    add_grant(collection, "user", person, "read")
    grants = collection.user_grants
    rows = type(collection).objects
    grants.update(expires_at=timezone.now() + timedelta(hours=1))
    assert rows.visible_to(person).exists()
    grants.update(expires_at=timezone.now())
    assert not rows.visible_to(person).exists()


def test_the_acting_token_is_remembered_by_the_user_it_came_with():
    person = make_user()
    token = make_token(person)
    assert acting_token(act_with_token(person, token)) == token
    assert acting_token(User.objects.get(pk=person.pk)) is None
