import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from config.embedded import EmbeddedCluster, postmaster
from config.embedded.folders import find_folders
from tests.waiting import wait_for

PROJECT = Path(__file__).resolve().parents[2]
HOLD = """
import sys, time
from pathlib import Path
from config.embedded import EmbeddedCluster
EmbeddedCluster(Path(sys.argv[1]), durable=False).ensure_running()
print("holding", flush=True)
sys.stdin.read()
"""


def reachable_folder() -> Path:
    """A folder that the database's account can enter, unlike pytest's own."""
    folder = Path(tempfile.mkdtemp(prefix="pressmark-data-"))
    folder.chmod(0o755)
    return folder


def remove_folder(folder: Path) -> None:
    """Remove a data folder; a keeper about to end may make its lock file once more meanwhile."""

    def is_gone() -> bool:
        shutil.rmtree(folder, ignore_errors=True)
        return not folder.exists()

    assert wait_for(is_gone)


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    """One data folder for a module: initdb takes a second, everything else is cheap."""
    folder = reachable_folder()
    yield folder
    assert EmbeddedCluster(folder).stop_if_unused()
    remove_folder(folder)


@pytest.fixture
def cluster(data_dir: Path) -> Iterator[EmbeddedCluster]:
    """The module's cluster, stopped before and after."""
    cluster = EmbeddedCluster(data_dir, durable=False)
    yield cluster
    cluster.release()


@pytest.fixture
def start_holder(data_dir: Path) -> Iterator[Callable[[], "subprocess.Popen[str]"]]:
    """Starts processes that use the cluster until their input closes."""
    holders: list[subprocess.Popen[str]] = []

    def start() -> "subprocess.Popen[str]":
        holder = subprocess.Popen(
            [sys.executable, "-c", HOLD, str(data_dir)],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        holders.append(holder)
        return holder

    yield start
    for holder in holders:
        holder.kill()
        holder.communicate()


def server_pid(data_dir: Path) -> int | None:
    """The process id of the cluster's server, if it runs."""
    return postmaster.running_pid(find_folders(data_dir.resolve()))
