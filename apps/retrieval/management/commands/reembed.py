from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.principals import operator
from apps.access.querysets import source_models
from apps.retrieval.embedding.spaces import choose_model
from apps.retrieval.embedding.status import request_reembed
from apps.retrieval.scope import find_mark


class Command(BaseCommand):
    help = (
        "Queues the jobs that make all vectors anew, of one source or of every source; with "
        "--model those that another model of the provider still lacks, and it serves once it has "
        "all."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--source", metavar="MARK")
        parser.add_argument("--model", help="another model of the configured provider")

    def handle(self, *_args: Any, **options: Any) -> None:
        user, model = operator(), options["model"]
        if model is not None and not model.strip():
            raise CommandError("--model names no model.")
        try:
            ids = [find_mark(user, options["source"])[0]] if options["source"] else every_source()
            if model:
                choose_model(model)
            jobs = [request_reembed(user=user, source_id=pk, is_afresh=not model) for pk in ids]
        except DomainError as error:
            raise CommandError(error.message) from error
        self.stdout.write(f"Queued {len(jobs)} jobs.")


def every_source() -> list[UUID]:
    """Ids of all sources."""
    return [
        pk
        for model in source_models()
        for pk in model._default_manager.values_list("pk", flat=True)  # noqa: SLF001
    ]
