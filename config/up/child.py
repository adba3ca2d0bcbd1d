"""One child process: its output under its name, its end with all its own children."""

import contextlib
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

FIRST_WAIT = 1.0
LONGEST_WAIT = 30.0
SETTLED_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Program:
    """What a child runs. `grace` is the seconds it may take to stop; a one-shot never restarts.

    `environment` is what it gets beyond what all children get.
    """

    name: str
    arguments: tuple[str, ...]
    grace: float = 10.0
    is_one_shot: bool = False
    environment: Mapping[str, str] = field(default_factory=dict)


class Child:
    """A program in a process group of its own, so that a terminal's Ctrl-C reaches only us."""

    def __init__(self, program: Program, say: Callable[[str], None]) -> None:
        self.program = program
        self.say = say
        self.process: subprocess.Popen[str] | None = None
        self.reader: threading.Thread | None = None
        self.last_line = ""
        self.started = 0.0
        self.wait = FIRST_WAIT
        self.due = 0.0

    def start(self, environment: Mapping[str, str]) -> int:
        """Start it; its process id, which is that of its group too."""
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            self.program.arguments,
            env={**environment, **self.program.environment},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            start_new_session=True,
        )
        self.reader = threading.Thread(target=self.pass_on, args=(self.process,), daemon=True)
        self.reader.start()
        return self.process.pid

    def pass_on(self, process: "subprocess.Popen[str]") -> None:
        """Print each line under the child's name until it closes its output."""
        with contextlib.suppress(ValueError):  # closed under our hands at the very end
            for line in process.stdout or ():
                self.last_line = line.rstrip() or self.last_line
                if not self.program.is_one_shot:
                    self.say(f"{self.program.name:<6} | {line.rstrip()}")

    @property
    def is_alive(self) -> bool:
        """Whether its first process runs."""
        return self.process is not None and self.process.poll() is None

    def signal(self, number: int, *, group: bool = False) -> None:
        """Send a signal to its first process, or to all that it started."""
        if self.process is None:
            return
        with contextlib.suppress(ProcessLookupError, PermissionError):
            if group:
                os.killpg(self.process.pid, number)
            elif self.process.poll() is None:
                self.process.send_signal(number)

    def bury(self) -> int:
        """Kill what is left of the group, free its resources; the exit status."""
        assert self.process is not None
        self.signal(signal.SIGKILL, group=True)
        status = self.process.wait()
        if self.reader:
            self.reader.join(timeout=2)
        if self.process.stdout and not (self.reader and self.reader.is_alive()):
            self.process.stdout.close()
        self.process = None
        return status

    def plan_restart(self, status: int) -> None:
        """Say that it died, and wait longer each time until it has lasted for a minute."""
        if time.monotonic() - self.started > SETTLED_SECONDS:
            self.wait = FIRST_WAIT
        cause = f"signal {-status}" if status < 0 else f"exit status {status}"
        self.say(f"{self.program.name} stopped ({cause}); starting it again in {self.wait:.0f} s")
        self.due = time.monotonic() + self.wait
        self.wait = min(self.wait * 2, LONGEST_WAIT)
