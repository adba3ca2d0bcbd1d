"""Searches of all processes take turns: first come, first served."""

import os
import signal
import subprocess
import sys
import threading
import time
from types import SimpleNamespace

import pytest
from django.http import UnreadablePostError
from django.test import RequestFactory

from config.turns.middleware import LONGEST_BODY, TurnsMiddleware
from config.turns.semaphore import PLACES_PER_CORE, Semaphore, shared_turns
from tests.config.conftest import PROJECT
from tests.waiting import wait_for

HOLDER = """
import sys, time
from config.turns.semaphore import Semaphore
assert Semaphore(int(sys.argv[1])).take(5)
print("taken", flush=True)
time.sleep(60)
"""


@pytest.fixture
def semaphore():
    made = Semaphore.create(1)
    if made is None:
        pytest.skip("this system has no such semaphores")
    yield made
    made.remove()


def waiting(semaphore):
    """How many threads and processes wait for a place (GETNCNT)."""
    return semaphore.system.semctl(semaphore.number, 0, 14)


def wait_in_line(semaphore, order, name):
    """A thread that waits for a place, notes its name, and gives the place back."""

    def work():
        assert semaphore.take(30)
        order.append(name)
        semaphore.give_back()

    before = waiting(semaphore)
    thread = threading.Thread(target=work)
    thread.start()
    assert wait_for(lambda: waiting(semaphore) == before + 1, 10)
    return thread


def test_those_who_wait_are_served_in_the_order_in_which_they_came(semaphore):
    assert semaphore.take(1)
    order = []
    threads = [wait_in_line(semaphore, order, name) for name in range(12)]
    semaphore.give_back()
    for thread in threads:
        thread.join(30)
    assert order == list(range(12))


def test_whoever_comes_back_at_once_does_not_overtake(semaphore):
    assert semaphore.take(1)
    order = []
    thread = wait_in_line(semaphore, order, "first")
    semaphore.give_back()
    assert semaphore.take(30)
    order.append("again")
    semaphore.give_back()
    thread.join(30)
    assert order == ["first", "again"]


def test_waiting_ends_when_its_time_is_over_or_the_places_are_gone(semaphore):
    assert semaphore.take(1)
    assert not semaphore.take(0.05)
    ends = []
    thread = threading.Thread(target=lambda: ends.append(semaphore.take(30)))
    thread.start()
    assert wait_for(lambda: waiting(semaphore) == 1, 10)
    semaphore.remove()
    thread.join(10)
    assert ends == [False]


def test_the_place_of_a_killed_process_is_given_back(semaphore):
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(semaphore.number)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with holder:
        assert holder.stdout.readline() == "taken\n"
        assert not semaphore.take(0.05)
        holder.send_signal(signal.SIGKILL)
    assert semaphore.take(10)


def test_there_are_places_for_the_cores_of_the_machine_and_none_is_left_behind():
    with shared_turns() as turns:
        if turns is None:
            pytest.skip("this system has no such semaphores")
        places = PLACES_PER_CORE * (os.cpu_count() or 1)
        assert [turns.take(0.05) for _ in range(places + 1)] == [True] * places + [False]
    assert not turns.take(0.05)


def request_to(route, body=b""):
    request = RequestFactory().post(f"/{route}", body, content_type="application/json")
    request.resolver_match = SimpleNamespace(route=route)
    return request


def through(middleware, request):
    """What Django does with a middleware: around everything, and before the view."""

    def answer(request):
        middleware.process_view(request, None, (), {})
        return time.monotonic()

    middleware.get_response = answer
    return middleware(request)


def test_a_search_waits_for_its_turn_and_other_requests_pass(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number
    middleware = TurnsMiddleware(None)
    assert semaphore.take(1)
    through(middleware, request_to("readyz"))
    answers = []
    search = request_to("api/retrieve")
    thread = threading.Thread(target=lambda: answers.append(through(middleware, search)))
    thread.start()
    assert wait_for(lambda: waiting(semaphore) == 1, 10)
    assert answers == []
    semaphore.give_back()
    thread.join(10)
    assert len(answers) == 1
    # It gave its place back.
    assert semaphore.take(1)


def test_a_search_that_fails_gives_its_turn_back(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number

    def fail(request):
        middleware.process_view(request, None, (), {})
        raise ValueError

    middleware = TurnsMiddleware(fail)
    for _ in range(2):
        with pytest.raises(ValueError):  # noqa: PT011
            middleware(request_to("search"))


def test_a_search_is_answered_out_of_turn_rather_than_never(settings, semaphore, monkeypatch):
    settings.PRESSMARK_TURNS = semaphore.number
    monkeypatch.setattr("config.turns.middleware.LONGEST_WAIT", 0.05)
    middleware = TurnsMiddleware(None)
    assert semaphore.take(1)
    assert through(middleware, request_to("mcp"))
    # The place that it did not have is not given back.
    assert not semaphore.take(0.05)


class SlowBody:
    """A client that tells how many places are free while its body is read."""

    def __init__(self, semaphore, error=None):
        self.semaphore, self.error, self.free = semaphore, error, None

    def read(self, *_):
        self.free = self.semaphore.system.semctl(self.semaphore.number, 0, 12)
        if self.error:
            raise self.error
        return b"{}"

    def close(self):
        """Django does, when it has read all."""


def test_nobody_holds_a_place_while_the_question_is_still_coming(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number
    request = request_to("api/retrieve", b"{}")
    request._stream = client = SlowBody(semaphore)
    through(TurnsMiddleware(None), request)
    assert client.free == 1
    assert request.has_turn
    assert request.body == b"{}"


def test_a_client_that_goes_away_before_the_question_is_there_takes_no_turn(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number
    request = request_to("mcp", b"{}")
    request._stream = SlowBody(semaphore, UnreadablePostError())
    assert TurnsMiddleware(None).process_view(request, None, (), {}).status_code == 400
    assert not hasattr(request, "has_turn")


def test_what_is_too_long_for_a_question_is_not_read_and_takes_no_turn(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number
    request = request_to("api/context", b"{}")
    request.META["CONTENT_LENGTH"] = str(LONGEST_BODY + 1)
    request._stream = client = SlowBody(semaphore)
    through(TurnsMiddleware(None), request)
    assert client.free is None
    assert not hasattr(request, "has_turn")


def test_a_form_that_was_read_for_its_token_is_not_read_again(settings, semaphore):
    settings.PRESSMARK_TURNS = semaphore.number
    request = RequestFactory().post("/pack", {"task": "x"})
    request.resolver_match = SimpleNamespace(route="pack")
    assert request.POST["task"] == "x"
    through(TurnsMiddleware(None), request)
    assert request.has_turn


def test_without_up_nobody_waits(settings):
    settings.PRESSMARK_TURNS = -1
    middleware = TurnsMiddleware(None)
    assert middleware.semaphore is None
    assert through(middleware, request_to("search"))
