import json
from typing import Any

from django.core.management.base import BaseCommand

from apps.jobs.sweep import sweep_jobs


class Command(BaseCommand):
    help = "Frees jobs of dead workers and delivers lost queue entries; prints the counts as JSON."

    def handle(self, *_args: Any, **_options: Any) -> None:
        self.stdout.write(json.dumps(sweep_jobs().as_dict()))
