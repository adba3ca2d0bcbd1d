"""Every door is in the table that the leak matrix walks."""

from django.urls import get_resolver

from config.turns.middleware import QUEUED_DOORS
from tests.architecture.doors import DOORS, SILENT
from tests.architecture.inventory import (
    answered_calls,
    described,
    described_calls,
    standing_doors,
)


def test_every_door_that_stands_is_in_the_table_and_every_entry_is_a_door():
    standing = standing_doors()
    known = set(DOORS) | SILENT
    assert {"not in the table": standing - known, "no longer a door": known - standing} == {
        "not in the table": set(),
        "no longer a door": set(),
    }


def test_every_method_of_every_rest_address_is_asked_in_the_table():
    answered = set(answered_calls(get_resolver().url_patterns))
    asked = {
        (described(name), call.method)
        for name, door in DOORS.items()
        if name.startswith("api/")
        for call in door.calls
    }
    silent = {(described(name), "get") for name in SILENT}
    assert len(described_calls()) > 50
    assert described_calls() - answered == set()
    assert {"not asked": answered - asked - silent, "no such method": asked - answered} == {
        "not asked": set(),
        "no such method": set(),
    }


def test_no_door_is_both_watched_and_silent():
    assert set(DOORS) & SILENT == set()


def test_every_watched_door_is_asked_something():
    assert [name for name, door in DOORS.items() if not door.calls] == []


def test_the_doors_where_a_post_only_asks_are_those_that_a_view_as_leaves_open(settings):
    asking = {name for name, door in DOORS.items() if any(call.asks for call in door.calls)}
    assert asking | {"theme"} == settings.PRESSMARK_READING_DOORS
    assert "theme" in SILENT


def test_the_doors_that_wait_for_their_turn_are_doors():
    assert QUEUED_DOORS - standing_doors() == set()


def test_doors_that_take_an_id_are_asked_for_something_hidden():
    aimless = [
        name
        for name, door in DOORS.items()
        if "<" in name and not any(call.is_aimed for call in door.calls)
    ]
    assert aimless == []
