"""Starts children, starts them again when they die, and stops them one after another."""

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from types import FrameType

from config.embedded.auto import MANAGED
from config.embedded.cluster import PROJECT
from config.turns.semaphore import Semaphore
from config.up.child import Child, Program
from config.up.leash import Leash

TICK_SECONDS = 0.1
STOP_SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Supervisor:
    """Runs programs until it is told to stop; they stop in the order in which they were given."""

    def __init__(
        self,
        programs: Sequence[Program],
        say: Callable[[str], None],
        semaphore: Semaphore | None = None,
    ) -> None:
        self.children = [Child(program, say) for program in programs]
        self.say = say
        self.semaphore = semaphore
        self.stops = 0
        self.environment = {
            **os.environ,
            MANAGED: "1",
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": os.pathsep.join(filter(None, (str(PROJECT), os.getenv("PYTHONPATH")))),
        }

    def run(self, tick: Callable[[], None], on_end: Callable[[str, int, str], None]) -> bool:
        """Run until a stop signal; false when a second one forced the end.

        `tick` is called all the time; `on_end` gets name, exit status and last line of a
        one-shot program.
        """
        with Leash() as leash, self.signals():
            if self.semaphore is not None:
                leash.tie_semaphore(self.semaphore.number)
            for child in self.children:
                leash.tie(child.start(self.environment))
            while not self.stops:
                self.look_after(leash, on_end)
                tick()
                time.sleep(TICK_SECONDS)
            self.say("Stopping (once more Ctrl-C to force it)")
            for child in self.children:
                self.stop(child, leash)
            return self.stops < 2

    def look_after(self, leash: Leash, on_end: Callable[[str, int, str], None]) -> None:
        """Bury the dead, and start those whose waiting time is over."""
        for child in list(self.children):
            if child.process and not child.is_alive:
                leash.untie(child.process.pid)
                status = child.bury()
                if child.program.is_one_shot:
                    self.children.remove(child)
                    on_end(child.program.name, status, child.last_line)
                else:
                    child.plan_restart(status)
            elif child.process is None and time.monotonic() >= child.due:
                leash.tie(child.start(self.environment))

    def stop(self, child: Child, leash: Leash) -> None:
        """Ask a child to stop, and kill it after its grace or at a second signal."""
        if child.process is None:
            return
        child.signal(signal.SIGTERM)
        deadline = time.monotonic() + child.program.grace
        while child.is_alive and time.monotonic() < deadline and self.stops < 2:
            time.sleep(TICK_SECONDS / 2)
        if child.is_alive:
            self.say(f"{child.program.name} did not stop in time; killing it")
        leash.untie(child.process.pid)
        child.bury()

    @contextmanager
    def signals(self) -> Iterator[None]:
        """Count stop signals instead of dying of them."""

        def count(_number: int, _frame: FrameType | None) -> None:
            self.stops += 1

        before = {number: signal.signal(number, count) for number in STOP_SIGNALS}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
