from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand
from django.utils.module_loading import import_string


class Command(BaseCommand):
    help = "Loads the demo content, as the first `up` does."

    def handle(self, *_args: Any, **_options: Any) -> None:
        for name in settings.PRESSMARK_FIRST_RUN:
            import_string(name)()
