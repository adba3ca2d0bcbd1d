import json
import time
from argparse import ArgumentParser, ArgumentTypeError
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.jobs.ticker import Ticker

STATES = ("created", "replaced", "unchanged")
VISIBILITIES = ("public", "private", "admin_only")


class Command(BaseCommand):
    help = (
        "Imports a folder, a zip or one file into a collection, with the operator's rights. "
        "The last line of the output is JSON: created, replaced, unchanged, errors."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=named_path, help="folder, zip or document")
        parser.add_argument("--name", required=True, help="collection, created when missing")
        parser.add_argument("--visibility", choices=VISIBILITIES, help="default: private")
        parser.add_argument("--owner", metavar="USER", help="owner of a new collection")

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.models import User
        from apps.access.querysets import Visibility
        from apps.collections.importing import import_path
        from apps.text.errors import TextError

        visibility = options["visibility"] and Visibility(options["visibility"])
        started = time.monotonic()
        try:
            owner = options["owner"] and User.objects.get(username=options["owner"])
            report, gathering = import_path(
                path=options["path"],
                name=options["name"],
                visibility=visibility or None,
                owner=owner or None,
                on_progress=Ticker(self),
            )
        except User.DoesNotExist:
            raise CommandError(f"There is no user named {options['owner']}.") from None
        except (DomainError, TextError) as error:
            raise CommandError(error.message) from None
        took = time.monotonic() - started
        self.stderr.write(
            f"{report.imported} documents in {took:.1f} s, {len(report.errors)} errors, "
            f"{len(gathering.skipped)} files skipped"
        )
        if gathering.taken_off:
            self.stderr.write(
                f"{gathering.taken_off} is the archive's own folder and left off the keys"
            )
        for note, number in report.notes.items():
            self.stderr.write(f"{number} with a note: {note}")
        self.tell_attachments(report.attachment_counts())
        self.stdout.write(json.dumps(report.as_dict(), ensure_ascii=False))
        if not report.imported:
            raise CommandError("Nothing could be imported.")

    def tell_attachments(self, counts: dict[str, Any]) -> None:
        """On the error stream: the last line of the output counts documents."""
        if any(counts.values()):
            stored = ", ".join(f"{counts[state]} {state}" for state in STATES)
            self.stderr.write(f"attachments: {stored}, {len(counts['errors'])} errors")
        for error in counts["errors"]:
            self.stderr.write(f"  {error['source_key']}: {error['reason']}")


def named_path(text: str) -> Path:
    """The path; an empty text, which would be the current folder, is none."""
    if not text.strip():
        raise ArgumentTypeError("Name a folder, a zip or a document.")
    return Path(text)
