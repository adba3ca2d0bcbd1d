from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Syncs a repository now and waits. The last line of the output is JSON: "
        "the six counters of the sync."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", metavar="HOST/OWNER/NAME")
        parser.add_argument(
            "--force-relink",
            action="store_true",
            help="also link the documents that did not change to code again",
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError, NotFoundError
        from apps.access.principals import operator
        from apps.documents.command_sync import sync_by_command
        from apps.repos.catalogue import find_repository
        from apps.text.errors import TextError

        slug = options["slug"].removeprefix("repo:")
        try:
            repository = find_repository(user=operator(), slug=slug)
            sync_by_command(self, repository, force_relink=options["force_relink"])
        except NotFoundError:
            raise CommandError(f"There is no repository {slug}.") from None
        except (DomainError, TextError) as error:
            raise CommandError(error.message) from None
