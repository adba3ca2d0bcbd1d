"""The side of `manage.py`: let the waiting process run a command, if there is one."""

import contextlib
import json
import os
import signal
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType

from config.warm.channel import (
    COMMANDS,
    LONGEST_MESSAGE,
    NAME,
    data_folder,
    read_line,
    settings_of,
    working_in,
)

DIED = 70
FORWARDED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def run_warm(argv: Sequence[str]) -> int | None:
    """The exit status of a command that was run for us; None when we must run it ourselves."""
    if len(argv) < 2 or argv[1] not in COMMANDS or os.environ.get("PRESSMARK_COLD"):
        return None
    try:
        message = describe(argv)
    except FileNotFoundError:  # the folder we are in is gone
        return None
    if len(message) > LONGEST_MESSAGE:
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        try:
            with working_in(data_folder(os.environ)):
                connection.connect(NAME)
            socket.send_fds(connection, [message], [0, 1, 2])
            verdict = read_line(connection)
        except OSError:
            return None
        return wait_for(connection, int(verdict[3:])) if verdict.startswith("go ") else None


def describe(argv: Sequence[str]) -> bytes:
    """The command and all around it that it may depend on."""
    mask = os.umask(0)
    os.umask(mask)
    request = {
        "argv": list(argv),
        "folder": str(Path.cwd()),
        "mask": mask,
        "settings": settings_of(os.environ),
        "environment": dict(os.environ),
    }
    return json.dumps(request).encode()


def wait_for(connection: socket.socket, pid: int) -> int:
    """Pass signals on to the process that works for us until it tells its exit status."""
    with forwarding(pid):
        status = read_line(connection)
    return int(status) if status else DIED


@contextmanager
def forwarding(pid: int) -> Iterator[None]:
    """Send what would end us to a process instead."""

    def forward(number: int, _frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)

    before = {number: signal.signal(number, forward) for number in FORWARDED}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
