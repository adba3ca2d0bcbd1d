"""What `up` runs beside the database."""

import sys

from django.conf import settings

from config.embedded.cluster import PROJECT
from config.up.address import Address
from config.up.child import Program

MANAGE = (sys.executable, str(PROJECT / "manage.py"))
# Of all processes together. Requests are short, or wait for the database; more threads than that
# only queue elsewhere.
WEB_THREADS = 8


def web_program(address: Address) -> Program:
    """The web server: granian, a few processes (Python computes on one core only), threads."""
    processes = settings.PRESSMARK_WEB_PROCESSES
    options = {
        "--interface": "wsgi",
        "--host": address.host,
        "--port": str(address.port),
        "--workers": str(processes),
        "--blocking-threads": str(max(2, WEB_THREADS // processes)),
        "--log-level": "error",
        "--workers-kill-timeout": "5",
        "--working-dir": str(PROJECT),
    }
    flat = [part for option in options.items() for part in option]
    arguments = (sys.executable, "-m", "granian", *flat, "--no-ws", "config.wsgi:application")
    return Program("web", arguments)


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
