import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError


class Command(BaseCommand):
    help = (
        "Builds documents again whose parser, chunker or chunk sizes have changed since. "
        "The last line is JSON: rebuilt and errors."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--name", help="only this collection (default: all)")

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.principals import operator
        from apps.collections.catalogue import find_collection
        from apps.collections.models import Collection
        from apps.collections.rebuilding import count_stale, rebuild_collection

        user = operator()
        try:
            chosen = (
                [find_collection(user=user, name=options["name"])]
                if options["name"]
                else list(Collection.objects.visible_to(user))
            )
            rebuilt, errors = 0, []
            for collection in chosen:
                self.stderr.write(f"{collection.name}: {count_stale(collection)} out of date")
                report = rebuild_collection(user=user, collection_id=collection.pk)
                rebuilt += report.imported
                errors += report.errors
        except DomainError as error:
            raise CommandError(error.message) from None
        self.stdout.write(json.dumps({"rebuilt": rebuilt, "errors": errors}, ensure_ascii=False))
