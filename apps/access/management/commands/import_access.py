import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = (
        "Takes in groups, members and grants from a file, as the admin's page does: all rows or "
        "none. For a directory that tells of its groups, by a hook or every few minutes."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a CSV file, or one whose name ends in .json; - reads CSV")
        parser.add_argument("--check", action="store_true", help="store nothing")
        parser.add_argument(
            "--whole-groups",
            action="store_true",
            help="whoever the file does not name leaves the groups that it names",
        )

    def handle(self, *_args: Any, file: str, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.exchange.completing import with_leavers
        from apps.access.exchange.incoming import import_access
        from apps.access.exchange.rows import FileForm, read_rows
        from apps.access.principals import operator

        form = FileForm.JSON if file.lower().endswith(".json") else FileForm.CSV
        try:
            rows = read_rows(self.read(file), form)
            rows = with_leavers(rows) if options["whole_groups"] else rows
            outcome = import_access(user=operator(), rows=rows, is_dry_run=options["check"])
        except DomainError as error:
            raise CommandError(error.message) from error
        for note in outcome.changes if not outcome.errors else ():
            self.stdout.write(note.text)
        if outcome.errors:
            told = "\n".join(f"line {note.line}: {note.text}" for note in outcome.errors)
            raise CommandError(f"{told}\nNothing was taken in.")
        done = "changes" if outcome.is_stored else "changes, none of them stored"
        self.stdout.write(f"{len(outcome.changes)} {done}, {outcome.unchanged} rows as they were")

    def read(self, file: str) -> str:
        """The text of the file, or of the standard input for ``-``. Raises `CommandError`."""
        try:
            raw = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
            return raw.decode("utf-8-sig")
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except UnicodeDecodeError:
            raise CommandError(f"{file} is not UTF-8.") from None
