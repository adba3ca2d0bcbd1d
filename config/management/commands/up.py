import contextlib
import sys
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.up.address import read_address
from config.up.errors import UpError
from config.up.run import run_everything


class Command(BaseCommand):
    help = "Runs everything: the database, the web server and the worker. Ctrl-C stops it."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, help="default: PORT, else 8000")
        parser.add_argument("--no-demo", action="store_true", help="start without demo content")

    def handle(self, *_args: Any, **options: Any) -> None:
        try:
            orderly = run_everything(
                data_dir=settings.PRESSMARK.data_dir,
                address=read_address(options["port"]),
                with_demo=not options["no_demo"],
                say=self.say,
            )
        except UpError as error:
            raise CommandError(str(error)) from None
        except KeyboardInterrupt:
            orderly = True
        self.say("Stopped.")
        if not orderly:
            sys.exit(1)

    def say(self, line: str) -> None:
        # The terminal may be gone before we are.
        with contextlib.suppress(BrokenPipeError):
            self.stdout.write(line)
            self.stdout.flush()
