import pkgutil
from importlib import import_module
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.db import connections

import apps
from apps.retrieval.warming import load_for_searches
from config.warm.serving import serve


class Command(BaseCommand):
    """Waits, with everything loaded, to run other commands at once (started by `up`)."""

    help = "Run other commands at once for manage.py; `up` starts it."
    requires_system_checks: list[str] = []

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Load what commands need, then listen in the data folder."""
        load_everything()
        load_for_searches()
        connections.close_all()
        serve(settings.PRESSMARK.data_dir)


def load_everything() -> None:
    """Import all of our modules: commands import many only when they come to use them."""
    for module in pkgutil.walk_packages(apps.__path__, "apps."):
        if ".migrations" not in module.name:
            import_module(module.name)
