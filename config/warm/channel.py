"""What the two sides say to each other over the socket. Standard library only: it must load fast.

The caller sends one JSON object together with its standard files. The answer is a line ``go PID``
and later a line with the exit status, or a line ``no``: then the caller runs the command itself.
"""

import os
import socket
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
NAME = "commands.sock"
# One message; longer command lines are run cold.
LONGEST_MESSAGE = 60_000
COMMANDS = frozenset(
    {
        *("search", "pack", "evaluate", "import_collection", "export_collection", "rechunk"),
        *("add_repo", "sync_repo", "create_token", "who_can_read", "reembed", "check_index"),
        "sweep_jobs",
    }
)
# Ours, but without a bearing on what a command does.
IGNORED = frozenset(
    {
        *("PRESSMARK_ADMIN_PASSWORD", "PRESSMARK_HOST", "PRESSMARK_DATA_DIR"),
        *("PRESSMARK_DATABASE_MANAGED", "PRESSMARK_COLD"),
    }
)


def data_folder(environment: Mapping[str, str]) -> Path:
    """The data folder that the settings would come to."""
    given = environment.get("PRESSMARK_DATA_DIR", "").strip()
    return PROJECT / Path(given or "var").expanduser()


def settings_of(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that must be equal on both sides."""
    ours = {
        name: value
        for name, value in environment.items()
        if name.startswith("PRESSMARK_") and name not in IGNORED
    }
    module = environment.get("DJANGO_SETTINGS_MODULE", "config.settings")
    return {**ours, "module": module, "database": environment.get("DATABASE_URL", "")}


@contextmanager
def working_in(folder: Path) -> Iterator[None]:
    """Work in a folder for a moment: a socket's path may have 103 bytes, its bare name fits."""
    before = os.open(".", os.O_RDONLY)
    try:
        os.chdir(folder)
        yield
    finally:
        os.fchdir(before)
        os.close(before)


def read_line(connection: socket.socket) -> str:
    """The next line; empty when the other side has gone."""
    line = b""
    while not line.endswith(b"\n"):
        part = connection.recv(1)
        if not part:
            return ""
        line += part
    return line.decode().strip()
