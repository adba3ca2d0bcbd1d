"""Commands that a waiting process runs."""

import json
import os
import signal
import socket
import subprocess
import sys

import pytest

from config.warm.channel import LONGEST_MESSAGE, NAME, settings_of, working_in
from tests.config.conftest import PROJECT
from tests.waiting import wait_for

SERVER = """
import django
django.setup()
from pathlib import Path
import sys
from config.warm.serving import serve
serve(Path(sys.argv[1]))
"""
# The standard library is all that the caller may need.
CALLER = """
import sys
sys.path.insert(0, sys.argv.pop(1))
from config.warm.asking import run_warm
status = run_warm(["manage.py", *sys.argv[1:]])
print("cold" if status is None else status)
"""


@pytest.fixture
def environment(tmp_path):
    outer = {name: value for name, value in os.environ.items() if not name.startswith("PRESSMARK_")}
    return {
        **outer,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "PRESSMARK_DATA_DIR": str(tmp_path),
        "PRESSMARK_PUBLIC_READ": "true",
    }


@pytest.fixture
def server(tmp_path, environment):
    with subprocess.Popen(
        [sys.executable, "-c", SERVER, str(tmp_path)], cwd=PROJECT, env=environment
    ) as process:
        assert wait_for((tmp_path / NAME).exists, 60)
        yield process
        process.kill()


def call(environment, *arguments, folder=PROJECT):
    return subprocess.run(
        [sys.executable, "-I", "-c", CALLER, str(PROJECT), *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )


def test_a_command_runs_in_the_waiting_process_as_if_it_ran_here(server, environment, tmp_path):
    ended = call(environment, "search")
    assert ended.stdout == "2\n"
    assert "the following arguments are required: query" in ended.stderr
    again = call(environment, "import_collection", "nowhere", "--name", "one", folder=tmp_path)
    assert again.stdout == "1\n"
    assert "nowhere" in again.stderr
    assert call({**environment, "PRESSMARK_PUBLIC_READ": "false"}, "search").stdout == "cold\n"
    assert call({**environment, "PRESSMARK_COLD": "1"}, "search").stdout == "cold\n"
    assert call(environment, "migrate").stdout == "cold\n"
    assert call(environment, "search", "x" * LONGEST_MESSAGE).stdout == "cold\n"
    server.send_signal(signal.SIGKILL)
    server.wait()
    assert call(environment, "search").stdout == "cold\n"


@pytest.mark.parametrize(
    "message",
    [
        b"no json",
        b"[]",
        b'{"argv": "x"}',
        b"[" * 50_000,
        json.dumps({"argv": ["manage.py", "search"], "settings": None}).encode(),
        json.dumps({"argv": ["manage.py", ["search"]], "settings": {}}).encode(),
    ],
)
def test_nonsense_is_declined_and_the_next_caller_is_served(server, environment, tmp_path, message):
    with socket.socket(socket.AF_UNIX) as silent, socket.socket(socket.AF_UNIX) as connection:
        with working_in(tmp_path):
            silent.connect(NAME)
            connection.connect(NAME)
        socket.send_fds(connection, [message], [0, 1, 2])
        assert connection.recv(10) == b"no\n"
        assert call(environment, "search").stdout == "2\n"


def test_the_door_is_for_our_own_account_alone(server, tmp_path):
    assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600


def test_without_a_waiting_process_a_command_runs_cold(environment):
    assert call(environment, "search", "words").stdout == "cold\n"


def test_settings_are_compared_but_not_what_has_no_bearing():
    plain = settings_of({})
    assert settings_of({"PRESSMARK_ADMIN_PASSWORD": "x", "PORT": "1", "HOME": "/"}) == plain
    assert settings_of({"DJANGO_SETTINGS_MODULE": "config.settings"}) == plain
    assert settings_of({"PRESSMARK_PUBLIC_READ": "1"}) != plain
    assert settings_of({"DATABASE_URL": "postgres://"}) != plain
