import os
import signal
import subprocess
import sys
import time

import pytest

from config.turns.semaphore import Semaphore
from config.up.child import Program
from config.up.supervisor import Supervisor
from tests.config.conftest import PROJECT
from tests.waiting import wait_for

SLEEP = "import time; time.sleep(60)"
STUBBORN = "import signal, time; signal.signal(15, signal.SIG_IGN); print('up'); time.sleep(60)"
PARENT = "import subprocess, sys, time; subprocess.Popen([sys.executable, '-c', {!r}]); {}"
TIED = """
import subprocess, sys, time
from config.up.leash import Leash
with Leash() as leash:
    child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], start_new_session=True)
    leash.tie(child.pid)
    print(child.pid, flush=True)
    time.sleep(60)
"""

HOLDING = """
import time
from config.turns.semaphore import Semaphore
from config.up.supervisor import Supervisor
semaphore = Semaphore.create(1)
print(semaphore.number if semaphore else -1, flush=True)
Supervisor([], print, semaphore).run(lambda: time.sleep(0.1), print)
"""


def python(name, code, **options):
    return Program(name, (sys.executable, "-c", code), **options)


def run_until(condition, programs, *, ends=None):
    """Run a supervisor until a condition on what it said and its children is true."""
    said = []
    supervisor = Supervisor(programs, said.append)
    deadline = time.monotonic() + 15

    def tick():
        if condition(said, supervisor.children) or time.monotonic() > deadline:
            supervisor.stops += 1

    orderly = supervisor.run(tick, lambda *end: ends.append(end) if ends is not None else None)
    return said, orderly


def group_exists(pid):
    try:
        os.killpg(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_childs_lines_carry_its_name():
    said, orderly = run_until(
        lambda said, _children: bool(said), [python("web", f"print('hello'); {SLEEP}")]
    )
    assert said == ["web    | hello", "Stopping (once more Ctrl-C to force it)"]
    assert orderly


def test_a_child_that_dies_is_started_again_later_and_later():
    said, orderly = run_until(
        lambda said, _children: len(said) == 2, [python("worker", "raise SystemExit(3)")]
    )
    assert said == [
        "worker stopped (exit status 3); starting it again in 1 s",
        "worker stopped (exit status 3); starting it again in 2 s",
        "Stopping (once more Ctrl-C to force it)",
    ]
    assert orderly


def test_a_one_shot_runs_once_and_reports_its_last_line():
    ends = []
    said, _orderly = run_until(
        lambda _said, _children: bool(ends),
        [python("demo", "print('first'); raise SystemExit('no demo here')", is_one_shot=True)],
        ends=ends,
    )
    assert ends == [("demo", 1, "no demo here")]
    assert said == ["Stopping (once more Ctrl-C to force it)"]


def test_a_child_that_ignores_the_stop_is_killed_after_its_grace():
    said, orderly = run_until(
        lambda said, _children: bool(said), [python("web", STUBBORN, grace=0.3)]
    )
    assert said[-1] == "web did not stop in time; killing it"
    assert orderly


def test_a_second_signal_does_not_wait_for_anybody():
    said = []
    supervisor = Supervisor([python("web", STUBBORN, grace=60)], said.append)

    def tick():
        supervisor.stops = 2 if said else 0

    started = time.monotonic()
    assert not supervisor.run(tick, lambda *_end: None)
    assert time.monotonic() - started < 30


def test_stopping_a_child_ends_what_it_started():
    groups = []

    def started(_said, children):
        groups[:] = [child.process.pid for child in children if child.process]
        return len(said_lines(_said)) == 1

    def said_lines(said):
        return [line for line in said if line.endswith("| up")]

    run_until(started, [python("worker", PARENT.format(STUBBORN, SLEEP))])
    assert groups
    assert wait_for(lambda: not group_exists(groups[0]))


def test_children_end_when_their_supervisor_is_killed():
    supervisor = subprocess.Popen(
        [sys.executable, "-c", TIED, PARENT.format(SLEEP, SLEEP)],
        cwd=PROJECT,
        stdout=subprocess.PIPE,
        text=True,
    )
    with supervisor:
        child = int(supervisor.stdout.readline())
        assert group_exists(child)
        supervisor.send_signal(signal.SIGKILL)
    assert wait_for(lambda: not group_exists(child))


def test_its_semaphore_goes_with_a_supervisor_that_is_killed():
    supervisor = subprocess.Popen(
        [sys.executable, "-c", HOLDING], cwd=PROJECT, stdout=subprocess.PIPE, text=True
    )
    with supervisor:
        number = int(supervisor.stdout.readline())
        if number < 0:
            pytest.skip("this system has no such semaphores")
        assert Semaphore(number).take(1)
        Semaphore(number).give_back()
        time.sleep(1)
        supervisor.send_signal(signal.SIGKILL)
    assert wait_for(lambda: not Semaphore(number).take(0.05))
