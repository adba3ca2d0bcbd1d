"""The waiting process: forks for every command that it is asked to run."""

import gc
import json
import os
import random
import signal
import socket
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, NoReturn

from config.warm.channel import COMMANDS, LONGEST_MESSAGE, NAME, settings_of, working_in

INTERRUPTED = 130
STANDARD_FILES = 3
PATIENCE_SECONDS = 2.0


def serve(folder: Path) -> NoReturn:
    """Listen in a data folder until a signal ends the process. Everything must be loaded before."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the dead need no burying
    # What is loaded is never freed, so that the forks go on sharing its memory.
    gc.collect()
    gc.freeze()
    with open_door(folder) as door:
        while True:
            connection, _ = door.accept()
            with connection, suppress(OSError):
                # Forks before it reads: whoever sends slowly, or nonsense, keeps nobody waiting.
                if os.fork() == 0:
                    door.close()
                    attend(connection)


def open_door(folder: Path) -> socket.socket:
    """The listening socket, which only our own account (and root) can open."""
    door = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with working_in(folder):
        Path(NAME).unlink(missing_ok=True)
        before = os.umask(0o177)
        try:
            door.bind(NAME)
        finally:
            os.umask(before)
    door.listen(64)
    return door


def attend(connection: socket.socket) -> NoReturn:
    """In the fork: take the request in and run it, or say no, and end in any case."""
    try:
        connection.settimeout(PATIENCE_SECONDS)
        message, files, _, _ = socket.recv_fds(connection, LONGEST_MESSAGE + 1, STANDARD_FILES)
        request = read_request(message)
        if request is None or len(files) != STANDARD_FILES:
            connection.sendall(b"no\n")
        else:
            connection.settimeout(None)
            connection.sendall(f"go {os.getpid()}\n".encode())
            run_and_leave(connection, request, files)
    except OSError:
        pass  # whoever asked has gone
    finally:
        os._exit(1)


def read_request(message: bytes) -> Mapping[str, Any] | None:
    """What a caller asks for, if it is a command that runs the same here as there."""
    try:
        request = json.loads(message)
        is_fit = (
            request["argv"][1] in COMMANDS
            and request["settings"] == settings_of(os.environ)
            and isinstance(request["environment"], dict)
            and isinstance(request["folder"], str)
            and isinstance(request["mask"], int)
        )
    except (ValueError, LookupError, TypeError, RecursionError):
        return None
    return request if is_fit else None


def run_and_leave(
    connection: socket.socket, request: Mapping[str, Any], files: list[int]
) -> NoReturn:
    """In the fork: be the caller, run the command, tell the exit status, end."""
    status = 1
    try:
        become(request, files)
        status = run_command(request["argv"])
    finally:  # and no further: a fork must never return into the loop of its parent
        if sys.exc_info()[1] is not None:
            traceback.print_exc()
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        with suppress(OSError):
            connection.sendall(f"{status}\n".encode())
        os._exit(status)


def become(request: Mapping[str, Any], files: list[int]) -> None:
    """Take over the caller's files, folder and environment, and the usual signals."""
    for number, file in enumerate(files):
        os.dup2(file, number)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    kept = {name: value for name, value in os.environ.items() if name.startswith("PRESSMARK_")}
    os.environ.clear()
    os.environ.update({**request["environment"], **kept})
    os.chdir(request["folder"])
    os.umask(request["mask"])
    sys.argv = list(request["argv"])
    sys.stdin = open(0, closefd=False)  # noqa: SIM115
    sys.stdout = open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    random.seed()


def run_command(argv: list[str]) -> int:
    """Run a management command as `manage.py` does; its exit status."""
    from django.core.management import execute_from_command_line
    from django.db import connections

    try:
        execute_from_command_line(argv)
    except SystemExit as leaving:
        if isinstance(leaving.code, str):
            print(leaving.code, file=sys.stderr)
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        connections.close_all()
    return 0
