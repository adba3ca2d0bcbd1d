import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Lists who can read a repository or collection, and why."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("mark", help="as in collection:Runbooks or repo:HOST/OWNER/NAME")
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *_args: Any, mark: str, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.marked import find_marked
        from apps.access.principals import operator
        from apps.access.readers import list_readers

        user = operator()
        try:
            source = find_marked(user=user, text=mark, field="mark")
            readers = list_readers(user=user, source=source)
        except DomainError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            answer = {
                "source": str(source),
                "visibility": source.visibility,
                "readers": [reader.as_dict() for reader in readers],
            }
            self.stdout.write(json.dumps(answer, ensure_ascii=False))
            return
        self.stdout.write(f"{source} ({source.get_visibility_display().lower()})")
        width = max((len(reader.name) for reader in readers), default=0)
        for reader in readers:
            why = "; ".join(map(str, reader.reasons))
            self.stdout.write(f"{reader.name:<{width}}  {reader.level.value:<5}  {why}")
