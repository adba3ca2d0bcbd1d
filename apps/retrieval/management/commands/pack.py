import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.principals import find_principal
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest


class Command(BaseCommand):
    help = "Gathers what a task needs, from everything the named user may read, as Markdown."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("task")
        parser.add_argument("--user", help="whose rights apply (default: the anonymous user)")
        parser.add_argument("--max-tokens", type=int, default=8000)
        parser.add_argument("--source", action="append", default=[], metavar="MARK")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        request = PackRequest(options["task"], options["max_tokens"], tuple(options["source"]))
        try:
            pack = make_pack(user=find_principal(options["user"]), request=request)
        except User.DoesNotExist:
            raise CommandError(f"There is no user called {options['user']!r}.") from None
        except DomainError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(pack.as_dict(), ensure_ascii=False))
            return
        self.stdout.write(pack.markdown, ending="")
        spent = f"{pack.tokens} of {pack.max_tokens} tokens, {len(pack.entries)} entries"
        self.stderr.write(f"{spent}, {len(pack.omitted)} left out.")
