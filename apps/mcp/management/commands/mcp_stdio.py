"""Serves MCP over standard input and output, for clients that start it themselves."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from asgiref.sync import async_to_sync, sync_to_async
from django.contrib.auth.models import AnonymousUser
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import close_old_connections
from mcp import MCPError
from mcp.server.stdio import stdio_server
from mcp_types import INVALID_REQUEST

from apps.access.principals import Principal
from apps.mcp.http.callers import check_token
from apps.mcp.http.refusals import RefusedError
from apps.mcp.server import build_server

ResultT = TypeVar("ResultT")


@dataclass(frozen=True, slots=True)
class LocalCaller:
    """Whoever started the command, with the token given there."""

    token: str | None

    def identify(self) -> Principal:
        """Looked up afresh for each message, so that a revoked token stops at once."""
        return AnonymousUser() if self.token is None else check_token(self.token, None)

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """Do the work in the command's main thread, on a connection that still stands."""

        def work_connected() -> ResultT:
            close_old_connections()
            return work()

        try:
            return await sync_to_async(work_connected)()
        except RefusedError as refusal:
            raise MCPError(INVALID_REQUEST, f"{refusal.code}: {refusal}") from None


class Command(BaseCommand):
    help = "Serve MCP over stdio. Without a token only public sources can be read, if at all."
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--token", help="a personal access token with the scopes mcp, api:read")

    def handle(self, *args: Any, **options: Any) -> None:  # noqa: ARG002
        caller = LocalCaller(options["token"])
        try:
            caller.identify()
        except RefusedError as refusal:
            raise CommandError(f"{refusal.code}: {refusal}") from None
        async_to_sync(serve)(caller)


async def serve(caller: LocalCaller) -> None:
    """Answer messages until the client closes standard input."""
    server = build_server(lambda _context: caller)
    async with stdio_server() as (incoming, outgoing):
        await server.run(incoming, outgoing, server.create_initialization_options())
