import json
from argparse import ArgumentParser
from datetime import datetime
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.principals import find_principal
from apps.retrieval.asking.asked import ask
from apps.retrieval.moments import read_end, read_moment
from apps.retrieval.request import FORMAT_NAMES, KINDS, MODES, SearchRequest
from apps.retrieval.search import SearchAnswer


class Command(BaseCommand):
    help = "Searches everything the named user may read."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("query")
        parser.add_argument("--user", help="whose rights apply (default: the anonymous user)")
        parser.add_argument("--source", action="append", default=[], metavar="MARK")
        parser.add_argument("--kind", action="append", default=[], choices=KINDS)
        parser.add_argument("--format", action="append", default=[], choices=FORMAT_NAMES)
        parser.add_argument("--heading", default="", help="text in the passage's heading path")
        parser.add_argument("--since", type=moment, help="edited at that day or time, or later")
        for name in ("--until", "--as-of"):
            parser.add_argument(name, type=end, help="edited at that day or time, or earlier")
        parser.add_argument("--mode", choices=MODES, default="docs")
        parser.add_argument("--limit", type=int, default=10)
        parser.add_argument("--snippet-chars", type=int, default=600)
        parser.add_argument("--json", action="store_true", help="print the answer as JSON")

    def handle(self, *_args: Any, **options: Any) -> None:
        request = SearchRequest(
            query=options["query"],
            sources=tuple(options["source"]),
            kinds=tuple(options["kind"]),
            formats=tuple(options["format"]),
            heading=options["heading"],
            mode=options["mode"],
            top_k=options["limit"],
            snippet_chars=options["snippet_chars"],
            since=options["since"],
            until=options["until"],
            as_of=options["as_of"],
        )
        try:
            answer = ask(user=find_principal(options["user"]), request=request)
        except User.DoesNotExist:
            raise CommandError(f"There is no user called {options['user']!r}.") from None
        except DomainError as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(answer.as_dict(), ensure_ascii=False))
        else:
            self.stdout.write("\n".join(readable_lines(answer)))


def moment(text: str) -> datetime:
    """A time for argparse, which names the function when it cannot be read."""
    return read_moment(text)


def end(text: str) -> datetime:
    """Likewise, with a day taken to its end."""
    return read_end(text)


def readable_lines(answer: SearchAnswer) -> list[str]:
    """The answer as a person reads it in a terminal."""
    lines = []
    for number, hit in enumerate(answer.results, start=1):
        lines.append(f"{number}. {' > '.join(dict.fromkeys([hit.title, *hit.heading_path]))}")
        lines.append(f"   {hit.mark}")
        telling = [line for line in hit.snippet.splitlines() if line.strip(" …")]
        lines += [f"   {line}" for line in telling[:3]]
        lines.append(f"   {hit.why}")
    if not answer.results:
        where = f" in {answer.searched} passages" if answer.searched else ""
        lines.append(f"Nothing found{where}.")
    lines += [f"Note: {one.message}" for one in answer.degraded]
    return lines
