from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.principals import operator
from apps.access.querysets import source_models
from apps.retrieval.embedding.status import request_reembed
from apps.retrieval.scope import find_mark


class Command(BaseCommand):
    help = "Queues the jobs that make all vectors anew, of one source or of every source."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", metavar="MARK")

    def handle(self, *_args: Any, **options: Any) -> None:
        user = operator()
        try:
            if options["source"]:
                ids = [find_mark(user, options["source"])[0]]
            else:
                ids = [
                    pk
                    for model in source_models()
                    for pk in model._default_manager.values_list("pk", flat=True)  # noqa: SLF001
                ]
            jobs = [request_reembed(user=user, source_id=pk) for pk in ids]
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Queued {len(jobs)} jobs.")
