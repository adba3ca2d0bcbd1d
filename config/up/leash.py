"""Ends the children when `up` itself is killed and can do nothing more.

A process that reads a pipe whose other end only `up` holds: lines `+PID` and `-PID` name the
process groups to watch, `=NUMBER` a semaphore. The pipe closes when `up` ends, however it ends, and
then every group still listed is asked to stop, and killed if it does not; semaphores are removed.
This works on any Unix and reaches grandchildren, which Linux's parent-death signal does not.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from types import TracebackType
from typing import Self

from config.turns.semaphore import Semaphore

PROJECT = Path(__file__).resolve().parents[2]

GRACE_SECONDS = 5.0


class Leash:
    """The side of `up`: a context in which groups may be tied."""

    def __enter__(self) -> Self:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "config.up.leash"],
            cwd=PROJECT,
            stdin=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with contextlib.suppress(BrokenPipeError):
            self.process.communicate()

    def tie(self, pid: int) -> None:
        """End this process group if we die."""
        self.tell(f"+{pid}")

    def untie(self, pid: int) -> None:
        """Forget a group that has ended."""
        self.tell(f"-{pid}")

    def tie_semaphore(self, number: int) -> None:
        """Remove this semaphore at the end, even if we die: the system would keep it."""
        self.tell(f"={number}")

    def tell(self, line: str) -> None:
        """Write one line; without a reader there is nobody to tell."""
        if self.process.stdin:
            with contextlib.suppress(BrokenPipeError):
                self.process.stdin.write(f"{line}\n")
                self.process.stdin.flush()


def watch(lines: Iterable[str]) -> None:
    """Follow the pipe to its end, then end what is still tied."""
    groups: set[int] = set()
    semaphores: set[int] = set()
    changes = {"+": groups.add, "-": groups.discard, "=": semaphores.add}
    for line in lines:
        changes[line[0]](int(line[1:]))
    groups = signal_groups(groups, signal.SIGTERM)
    deadline = time.monotonic() + GRACE_SECONDS
    while groups and time.monotonic() < deadline:
        time.sleep(0.1)
        groups = signal_groups(groups, 0)
    signal_groups(groups, signal.SIGKILL)
    for number in semaphores:
        Semaphore(number).remove()


def signal_groups(groups: set[int], number: int) -> set[int]:
    """Send a signal to each group; those that exist."""
    alive = set()
    for group in groups:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(group, number)
            alive.add(group)
    return alive


if __name__ == "__main__":
    watch(sys.stdin)
