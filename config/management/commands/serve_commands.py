from typing import Any

from django.conf import settings
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.db import connections

from apps.retrieval.warming import load_for_searches
from config.warm.channel import COMMANDS
from config.warm.serving import serve


class Command(BaseCommand):
    """Waits, with everything loaded, to run other commands at once (started by `up`)."""

    help = "Run other commands at once for manage.py; `up` starts it."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Load what commands need, then listen in the data folder."""
        known = get_commands()
        for name in COMMANDS & set(known):
            load_command_class(known[name], name)
        load_for_searches()
        connections.close_all()
        serve(settings.PRESSMARK.data_dir)
