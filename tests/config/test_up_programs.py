"""How many processes the web server of `up` gets, and the turns that its searches take."""

import itertools

import pytest

from config.turns.semaphore import shared_turns
from config.up.address import Address
from config.up.programs import web_program

ADDRESS = Address("127.0.0.1", 8000)


@pytest.mark.parametrize("processes", [1, 2, 8])
def test_it_runs_as_many_processes_as_the_settings_say(settings, processes):
    settings.PRESSMARK_WEB_PROCESSES = processes
    options = dict(itertools.pairwise(web_program(ADDRESS, None).arguments))
    assert options["--workers"] == str(processes)


def test_its_processes_share_the_turns():
    with shared_turns() as turns:
        given = None if turns is None else str(turns.number)
        assert web_program(ADDRESS, turns).environment.get("PRESSMARK_TURNS") == given
    assert "PRESSMARK_TURNS" not in web_program(ADDRESS, None).environment


def test_what_an_operator_says_of_memory_holds(monkeypatch):
    assert web_program(ADDRESS, None).environment["MALLOC_ARENA_MAX"] == "2"
    monkeypatch.setenv("MALLOC_ARENA_MAX", "7")
    assert web_program(ADDRESS, None).environment["MALLOC_ARENA_MAX"] == "7"
