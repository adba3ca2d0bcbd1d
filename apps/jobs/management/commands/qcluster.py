"""`manage.py qcluster`, in place of django-q2's command of that name."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.jobs.cluster import JobCluster


class Command(BaseCommand):
    """Run the background workers until a stop signal."""

    help = "Runs the workers that carry out jobs, until Ctrl-C or SIGTERM."

    def handle(self, **_options: Any) -> None:
        """Exits with an error when the workers ended unasked."""
        workers = JobCluster()
        workers.start()
        if not workers.watch():
            raise CommandError("The workers ended by themselves.")
