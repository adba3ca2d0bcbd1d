import http.client
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile

import pytest

from tests.config.conftest import PROJECT, reachable_folder, remove_folder, server_pid
from tests.waiting import wait_for

pytestmark = pytest.mark.loopback


class Running:
    """One `manage.py up` on a data folder."""

    def __init__(self, data_dir, port, *options):
        environment = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith(("PRESSMARK_", "DJANGO_")) and name != "DATABASE_URL"
        }
        self.port = port
        self.log = tempfile.TemporaryFile("a+")  # noqa: SIM115 - closed by the fixture
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "up", "--port", str(port), "--no-demo", *options],
            cwd=PROJECT,
            env={**environment, "PRESSMARK_DATA_DIR": str(data_dir)},
            stdout=self.log,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )

    @property
    def output(self):
        self.log.seek(0)
        return self.log.read()

    def is_up(self):
        return f"Pressmark is at http://localhost:{self.port}/" in self.output

    def wait_until_up(self):
        assert wait_for(lambda: self.is_up() or self.process.poll() is not None, 150), self.output
        assert self.is_up(), self.output

    def get(self, path):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path)
            return connection.getresponse().status
        finally:
            connection.close()

    def end(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        return self.process.wait(60)


@pytest.fixture
def port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


@pytest.fixture(scope="module")
def data_dir():
    folder = reachable_folder()
    yield folder
    remove_folder(folder)


@pytest.fixture
def up(data_dir, port):
    started = []

    def start(*options, folder=data_dir, port=port):
        started.append(Running(folder, port, *options))
        return started[-1]

    yield start
    for running in started:
        if running.process.poll() is None:
            running.end(signal.SIGKILL)
        running.log.close()
    assert wait_for(lambda: server_pid(data_dir) is None, 20)


def children_of(pid):
    listing = subprocess.run(
        ["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True
    ).stdout
    parents = [tuple(map(int, line.split())) for line in listing.splitlines()]
    direct = [child for child, parent in parents if parent == pid]
    return direct + [grandchild for child in direct for grandchild in children_of(child)]


def exists(pid):
    """Whether a process runs; one that only waits to be collected does not."""
    state = subprocess.run(
        ["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False
    ).stdout
    return bool(state.strip()) and not state.strip().startswith("Z")


def test_its_whole_life(up, data_dir):
    """One test: each start costs seconds, and every step needs the one before."""
    first = up()
    first.wait_until_up()
    assert first.get("/healthz") == 200
    assert first.get("/admin/login/") == 200
    assert len(re.findall(r"Name: admin  Password: \S{16} \(shown only now\)", first.output)) == 1

    second = up(port=1)
    assert second.process.wait(60) == 1
    message = f"Pressmark already runs on {data_dir} (process {first.process.pid})."
    assert second.output.strip() == f"CommandError: {message}"

    assert first.end() == 0
    assert first.output.rstrip().endswith("Stopped.")
    assert server_pid(data_dir) is None

    third = up()
    third.wait_until_up()
    assert "Password" not in third.output
    assert "Applying" not in third.output

    family = children_of(third.process.pid)
    assert len(family) >= 4
    third.end(signal.SIGKILL)
    assert wait_for(lambda: not any(map(exists, family)), 30)
    assert wait_for(lambda: server_pid(data_dir) is None, 30)


def test_a_taken_port_is_said_before_anything_is_made(up, tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        running = up(folder=tmp_path, port=port)
        assert running.process.wait(60) == 1
    assert re.fullmatch(rf"CommandError: Port {port} is in use .*\n", running.output)
    assert not (tmp_path / "postgres").exists()


def test_a_stop_while_it_still_prepares_is_orderly(up, data_dir):
    running = up()
    assert wait_for(lambda: server_pid(data_dir) is not None, 60)
    assert running.end(signal.SIGINT) == 0
    assert running.output.rstrip().endswith("Stopped.")
    assert server_pid(data_dir) is None
