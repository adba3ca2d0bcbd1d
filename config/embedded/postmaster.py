"""The running server of one cluster: seen through its `postmaster.pid`, started, stopped."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

from config.embedded.account import Account
from config.embedded.errors import EmbeddedDatabaseError
from config.embedded.folders import Folders

START_SECONDS = 120
STOP_SECONDS = 30
ORPHAN_TRIES = 10
PROCESSES = Path("/proc")
LOG_BYTES = 10 * 1024 * 1024


def running_pid(folders: Folders) -> int | None:
    """The server's process id, or nothing when `postmaster.pid` is missing or stale."""
    pid = read_pid(folders.cluster / "postmaster.pid")
    return pid if pid and is_postmaster(pid, folders.cluster) else None


def read_pid(path: Path) -> int | None:
    """First line of a PostgreSQL lock file."""
    try:
        return int(path.read_text(errors="replace").split("\n", 1)[0])
    except (FileNotFoundError, ValueError):
        return None


def is_postmaster(pid: int, cluster: Path) -> bool:
    """Whether a process is the server of this cluster, and not a reused process id.

    Its command line names the cluster's folder. (`/proc/<pid>/cwd` would say the same, but root
    in a container may not read it for another account's process.)
    """
    if PROCESSES.exists():
        try:
            return os.fsencode(cluster) in (PROCESSES / f"{pid}/cmdline").read_bytes().split(b"\0")
        except OSError:
            return False
    listing = subprocess.run(
        ["ps", "-ww", "-o", "command=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return "postgres" in listing.stdout and str(cluster) in listing.stdout


def is_ready(folders: Folders) -> bool:
    """Whether the server has finished starting; it writes so on the last line of its pid file."""
    try:
        lines = (folders.cluster / "postmaster.pid").read_text(errors="replace").splitlines()
    except FileNotFoundError:
        return False
    return len(lines) >= 8 and lines[7].strip() == "ready"


def wait_until_ready(folders: Folders) -> None:
    """Wait for a server that another process started, through its crash recovery if need be."""
    deadline = time.monotonic() + START_SECONDS
    while not is_ready(folders):
        if running_pid(folders) is None or time.monotonic() > deadline:
            raise EmbeddedDatabaseError(start_failure(folders))
        time.sleep(0.02)


def start_server(
    folders: Folders, programs: Path, account: Account, options: Mapping[str, str]
) -> None:
    """Start the server and return once it accepts connections.

    `options` are server parameters for this run. Raises `EmbeddedDatabaseError` with the last
    complaint of the server's log.
    """
    remove_stale_locks(folders)
    rotate_log(folders.log)
    given = " ".join(f"-c {name}={value}" for name, value in options.items())
    command: list[str | Path] = [
        *(programs / "pg_ctl", "start", "--wait", "--silent", f"--timeout={START_SECONDS}"),
        *("--pgdata", folders.cluster, "--log", folders.log, "--options", given),
    ]
    for _attempt in range(ORPHAN_TRIES):
        if account.run(command).returncode == 0:
            return
        if "shared memory" not in start_failure(folders):
            break
        time.sleep(0.5)  # processes of a killed server are still ending
    raise EmbeddedDatabaseError(start_failure(folders))


def stop_server(folders: Folders) -> None:
    """Stop the server at once but cleanly (SIGINT: a fast shutdown, see the PostgreSQL manual)."""
    for number in (signal.SIGINT, signal.SIGQUIT):
        pid = running_pid(folders)
        if pid is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        deadline = time.monotonic() + STOP_SECONDS
        while running_pid(folders) == pid and time.monotonic() < deadline:
            time.sleep(0.01)
        with contextlib.suppress(OSError):
            folders.socket.rmdir()


def remove_stale_locks(folders: Folders) -> None:
    """Remove lock files of a dead server.

    PostgreSQL does so itself unless their process id was given to another process since, which
    is the rule after a reboot and in containers. The caller has seen that no server runs.
    """
    for path in (
        folders.cluster / "postmaster.pid",
        folders.socket / ".s.PGSQL.5432.lock",
        folders.socket / ".s.PGSQL.5432",
    ):
        path.unlink(missing_ok=True)


def rotate_log(log: Path) -> None:
    """Keep one old log, so that it cannot fill the disk over the years."""
    with contextlib.suppress(FileNotFoundError):
        if log.stat().st_size > LOG_BYTES:
            log.replace(log.with_suffix(".log.1"))


def start_failure(folders: Folders) -> str:
    """One line on why the server did not start."""
    try:
        lines = folders.log.read_text(errors="replace").splitlines()
    except FileNotFoundError:
        lines = []
    complaints = [line for line in lines if "FATAL:" in line or "PANIC:" in line]
    reason = complaints[-1].split(": ", 1)[-1].strip() if complaints else "no reason given"
    return f"The embedded PostgreSQL did not start ({reason}); its log is {folders.log}."
