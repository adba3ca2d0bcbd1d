"""What `up` runs beside the database."""

import os
import sys

from django.conf import settings

from config.embedded.cluster import PROJECT
from config.turns.semaphore import Semaphore
from config.up.address import Address
from config.up.child import Program

MANAGE = (sys.executable, str(PROJECT / "manage.py"))
# Of each process. Most of them wait: for the database, or for their turn to search.
WEB_THREADS = 12
# glibc would give nearly every thread a heap of its own, and hand the memory of each search back
# to the system and fetch it again page by page: mallopt(3). Without effect elsewhere.
SPARING = {
    "PRESSMARK_MODEL_THREADS": "1",
    "MALLOC_ARENA_MAX": "2",
    "MALLOC_MMAP_THRESHOLD_": str(16 << 20),
    "MALLOC_TRIM_THRESHOLD_": str(128 << 20),
}


def web_program(address: Address, turns: Semaphore | None) -> Program:
    """The web server: granian, a few processes (Python computes on one core only), threads.

    ``turns`` are what their searches take (`config.turns`), where the system has such a thing.
    """
    options = {
        "--interface": "wsgi",
        "--host": address.host,
        "--port": str(address.port),
        "--workers": str(settings.PRESSMARK_WEB_PROCESSES),
        "--blocking-threads": str(WEB_THREADS),
        "--log-level": "error",
        "--workers-kill-timeout": "5",
        "--working-dir": str(PROJECT),
    }
    flat = [part for option in options.items() for part in option]
    # Else one process that was killed, say for want of memory, would take all with it.
    flags = ("--no-ws", "--respawn-failed-workers")
    arguments = (sys.executable, "-m", "granian", *flat, *flags, "config.wsgi:application")
    given = {name: os.environ.get(name, value) for name, value in SPARING.items()}
    if turns is not None:
        given["PRESSMARK_TURNS"] = str(turns.number)
    return Program("web", arguments, environment=given)


def worker_program() -> Program:
    """The background worker: django-q2's cluster, which forks its own processes."""
    # It lets running jobs end first; one that is cut off is started again when its lease is over.
    return Program("worker", (*MANAGE, "qcluster"), grace=20)


def commands_program() -> Program:
    """Runs commands at once for those who type them; see `config.warm`."""
    return Program("cli", (*MANAGE, "serve_commands"), grace=2)


def demo_program() -> Program:
    """Loads the demo content, once."""
    return Program("demo", (*MANAGE, "load_demo"), is_one_shot=True)
