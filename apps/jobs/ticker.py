"""Progress of work that somebody watches at the command line."""

import sys
import time

from django.core.management.base import BaseCommand

SHOWN_SECONDS = 0.5


class Ticker:
    """Shows progress on the error stream, at most twice a second."""

    def __init__(self, command: BaseCommand) -> None:
        self.command = command
        self.shown = time.monotonic()

    def __call__(self, done: int, total: int, item: str) -> None:
        """Called with how many are done, of how many, and the one at hand."""
        now = time.monotonic()
        if now - self.shown >= SHOWN_SECONDS:
            self.shown = now
            end = "\r" if sys.stderr.isatty() else "\n"
            self.command.stderr.write(f"{done} of {total}  {item[:80]}", ending=end)
