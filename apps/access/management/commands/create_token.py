from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    help = "Creates a personal access token and prints it once, on the last line."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", metavar="USER")
        many: dict[str, Any] = {"action": "extend", "nargs": "+"}
        parser.add_argument("--scope", **many, required=True, help="api:read, api:write, mcp")
        parser.add_argument("--tool", **many, help="MCP tools it may call (default: all)")
        parser.add_argument("--source", **many, help="marks of sources it is limited to")
        parser.add_argument("--days", type=int, help="days until it expires (default: never)")
        parser.add_argument("--name", default="command line")

    def handle(self, *_args: Any, **options: Any) -> None:
        from apps.access.errors import DomainError
        from apps.access.principals import operator
        from apps.access.tokens import create_token

        try:
            holder = find_user(options["username"])
            token, text = create_token(
                user=operator(),
                holder=holder,
                name=options["name"],
                scopes=options["scope"],
                tools=options["tool"],
                source_ids=find_ids(holder, options["source"]),
                expires_at=expiry(options["days"]),
            )
        except DomainError as error:
            raise CommandError(error.message) from error
        until = f"until {token.expires_at:%Y-%m-%d %H:%M} UTC" if token.expires_at else "no expiry"
        self.stdout.write(f"Token of {holder.username}: {', '.join(token.scopes)}; {until}.")
        self.stdout.write(text)


def find_user(username: str) -> Any:
    """The active user of that name. Raises `NotFoundError`."""
    from apps.access.errors import NotFoundError
    from apps.access.models import User

    found = None if "\0" in username else User.objects.filter(username=username).first()
    if found is None:
        raise NotFoundError(f"There is no user named {username}.")
    if not found.is_active:
        raise NotFoundError(f"The user {username} is not active.")
    return found


def find_ids(holder: Any, marks: list[str] | None) -> list[Any] | None:
    """Ids of sources that the holder can read; None for no limit. Raises domain errors."""
    from apps.access.marked import find_source_marked

    if marks is None:
        return None
    return [find_source_marked(user=holder, text=mark).pk for mark in marks]


def expiry(days: int | None) -> Any:
    """The moment that many days from now. Raises `InvalidRequestError` outside 1 to 3650."""
    from django.utils import timezone

    from apps.access.errors import InvalidRequestError

    if days is None:
        return None
    if not 1 <= days <= 3650:
        raise InvalidRequestError.for_field("days", "The days must be from 1 to 3650.")
    return timezone.now() + timedelta(days=days)
