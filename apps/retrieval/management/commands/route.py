import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.principals import find_principal
from apps.retrieval.routing.request import RouteRequest
from apps.retrieval.routing.routes import Destination
from apps.retrieval.routing.routing import find_routes


class Command(BaseCommand):
    help = "Names the repositories and collections that a question belongs to."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query")
        parser.add_argument("--user", help="whose rights apply (default: the anonymous user)")
        parser.add_argument("--limit", type=int, default=3, help="sources of each kind")
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        request = RouteRequest(options["query"], options["limit"])
        try:
            routes = find_routes(user=find_principal(options["user"]), request=request)
        except User.DoesNotExist:
            raise CommandError(f"There is no user called {options['user']!r}.") from None
        except DomainError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(routes.as_dict(), ensure_ascii=False))
            return
        lines = [*listed("Repositories", routes.repositories)]
        lines += listed("Collections", routes.collections)
        lines += [f"Note: {one['message']}" for one in routes.degraded]
        self.stdout.write("\n".join(lines))


def listed(head: str, found: tuple[Destination, ...]) -> list[str]:
    """One pool as a person reads it in a terminal."""
    lines = [f"  {one.score:.2f} {one.mark}\n       {one.why}" for one in found]
    return [f"{head}:", *(lines or ["  none"])]
