import json
from typing import Any

from django.core.management.base import BaseCommand

from apps.retrieval.check import check_index


class Command(BaseCommand):
    help = "Mends missing search entries and prints the counts as JSON."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(check_index().as_dict()))
