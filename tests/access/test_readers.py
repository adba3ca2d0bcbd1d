import json
from dataclasses import replace
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from apps.access.errors import ForbiddenError, NotFoundError
from apps.access.grants import grant_access
from apps.access.models import User
from apps.access.principals import operator
from apps.access.querysets import Action, Visibility
from apps.access.readers import list_readers
from tests.cast import READ, WRITE, assemble_cast, grant, make_collection, make_group, make_user

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("kind", ["collection", "repository"])
@pytest.mark.parametrize("visibility", list(Visibility))
def test_the_list_agrees_with_the_rule_for_every_person(kind: str, visibility: Visibility):
    cast = assemble_cast(kind, visibility)
    readers = list_readers(user=operator(), source=cast.source)
    levels = {reader.user_id: reader.level for reader in readers if reader.user_id}
    rows = type(cast.source).objects.filter(pk=cast.source.pk)
    for person in User.objects.all():
        reads, writes = (rows.allowing(person, a).exists() for a in (Action.READ, Action.WRITE))
        if visibility == Visibility.PUBLIC and person.pk not in levels:
            assert reads == person.is_active
            continue
        assert (person.pk in levels, levels.get(person.pk) == WRITE) == (reads, writes)


def test_each_reason_is_told():
    owner, writer, admin = make_user("ann"), make_user("bob"), make_user("cy", is_superuser=True)
    source = make_collection("Runbooks", owner=owner)
    team = make_group("team", owner, writer)
    expires_at = timezone.now() + timedelta(days=3)
    grant_access(user=owner, source=source, to=team, level=READ)
    grant_access(user=owner, source=source, to=writer, level=WRITE, expires_at=expires_at)
    day = f"{expires_at:%Y-%m-%d %H:%M}"
    told = {
        reader.name: [str(reason) for reason in reader.reasons]
        for reader in list_readers(user=admin, source=source)
    }
    by_group = f"group {team}, can read, granted by {owner}"
    assert told == {
        owner.username: ["owner", by_group],
        writer.username: [
            by_group,
            f"grant, can write, granted by {owner}, expires {day} UTC",
        ],
        admin.username: ["admin"],
    }


def test_a_public_source_names_its_audiences_first(settings):
    source = make_collection(visibility=Visibility.PUBLIC)
    assert [one.name for one in list_readers(user=operator(), source=source)] == [
        "everybody signed in"
    ]
    settings.PRESSMARK = replace(settings.PRESSMARK, public_read=True)
    assert [one.name for one in list_readers(user=operator(), source=source)] == [
        "everybody signed in",
        "anonymous visitors",
    ]


def test_only_those_who_share_learn_the_names_of_readers():
    cast = assemble_cast("collection")
    outcomes = {}
    for part, member in cast.members.items():
        try:
            list_readers(user=member, source=cast.source)
            outcomes[part] = "names"
        except (ForbiddenError, NotFoundError) as error:
            outcomes[part] = error.code
    assert {part for part, outcome in outcomes.items() if outcome == "names"} == {
        "owner",
        "admin",
        "owner_token",
        "owner_token_here",
    }
    assert outcomes["group_writer"] == "FORBIDDEN"
    assert outcomes["stranger"] == outcomes["inactive"] == "NOT_FOUND"


def test_the_number_of_queries_does_not_grow_with_the_people(django_assert_max_num_queries):
    source = make_collection(owner=make_user())
    for _ in range(12):
        grant(source, make_user())
    grant(source, make_group("team", *(make_user() for _ in range(9))))
    with django_assert_max_num_queries(7):
        list_readers(user=operator(), source=source)


class TestCommand:
    def test_the_table_names_readers_and_reasons(self, capsys):
        owner = make_user("ann")
        make_collection("Run books", owner=owner)
        call_command("who_can_read", "collection:run%20books")
        assert capsys.readouterr().out == (f"Run books (private)\n{owner.username}  write  owner\n")

    def test_json_holds_the_same_facts(self, capsys):
        owner = make_user("ann")
        make_collection("Runbooks", owner=owner)
        call_command("who_can_read", "collection:Runbooks", "--json")
        reason = {
            "ground": "owner",
            "level": "write",
            "group": None,
            "granted_by": None,
            "expires_at": None,
        }
        assert json.loads(capsys.readouterr().out) == {
            "source": "Runbooks",
            "visibility": "private",
            "readers": [
                {
                    "name": owner.username,
                    "user_id": owner.pk,
                    "level": "write",
                    "reasons": [reason],
                }
            ],
        }

    @pytest.mark.parametrize(
        "mark", ["collection:Nothing", "repo:a/b/c", "Runbooks", "collection:", "chunk:1", "x:\0"]
    )
    def test_a_mark_that_leads_nowhere_is_one_line_of_error(self, mark):
        with pytest.raises(CommandError) as error:
            call_command("who_can_read", mark)
        assert "\n" not in str(error.value)
