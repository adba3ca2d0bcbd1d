import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

VISIBILITIES = ("public", "private", "admin_only")


class Command(BaseCommand):
    help = (
        "Adds a repository: an https:// git URL, a zip, or a local folder. Prints its slug; with "
        "--sync the last line of the output is JSON: the six counters of the sync."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("source", help="git URL, zip or folder")
        parser.add_argument("--name", default="", metavar="HOST/OWNER/NAME", help="its slug")
        parser.add_argument("--visibility", choices=VISIBILITIES, default="private")
        parser.add_argument("--owner", metavar="USER", help="default: nobody")
        parser.add_argument("--ref", default="", help="branch, tag or commit (default branch)")
        parser.add_argument("--schedule", choices=("manual", "hourly", "daily", "weekly"))
        parser.add_argument(
            "--credential-from",
            metavar="VARIABLE",
            help="environment variable that holds a token or user:password",
        )
        parser.add_argument("--sync", action="store_true", help="sync it now and wait")

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.models import User
        from apps.documents.command_sync import sync_by_command
        from apps.text.errors import TextError

        try:
            repository = self.add(options)
            self.stdout.write(repository.slug)
            if options["sync"]:
                sync_by_command(self, repository)
        except User.DoesNotExist:
            raise CommandError(f"There is no user named {options['owner']}.") from None
        except (DomainError, TextError) as error:
            raise CommandError(error.message) from None

    def add(self, options: dict[str, Any]) -> Any:
        from apps.access.models import User
        from apps.access.principals import operator
        from apps.access.querysets import Visibility
        from apps.repos.adding import (
            add_archive_repository,
            add_git_repository,
            add_local_repository,
        )

        values = {name: options[name] for name in ("name", "ref", "schedule") if options[name]}
        values["visibility"] = Visibility(options["visibility"])
        values["owner"] = options["owner"] and User.objects.get(username=options["owner"])
        if options["credential_from"]:
            values["credential"] = self.credential(options["credential_from"])
        source = options["source"]
        if "://" in source:
            return add_git_repository(user=operator(), url=source, **values)
        path = Path(source)
        if not source or "\0" in source or not path.exists():
            raise CommandError(f"There is no folder or zip at {source!r}; a URL has https://.")
        if path.is_dir():
            return add_local_repository(user=operator(), path=path, **values)
        with path.open("rb") as file:
            return add_archive_repository(user=operator(), file=file, file_name=path.name, **values)

    def credential(self, variable: str) -> str:
        secret = os.environ.get(variable, "")
        if not secret:
            raise CommandError(f"The environment variable {variable} is empty.")
        return secret
