"""Hands one HTTP request to the SDK's stateless session manager and brings back its answer."""

from collections.abc import Callable, MutableMapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, TypeVar

import anyio
from django.http import HttpRequest, HttpResponse
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from apps.access.principals import Principal
from apps.mcp.http.gate import BODY_BYTES
from apps.mcp.http.turns import Turns
from apps.mcp.server import build_server

ResultT = TypeVar("ResultT")
CALLER_KEY = "pressmark.caller"
PASSED_ON = ("accept", "content-type")


@dataclass(frozen=True, slots=True)
class RequestCaller:
    """The caller of one request; the work is done in the request's thread."""

    user: Principal
    turns: Turns

    def identify(self) -> Principal:
        """The user the request was authenticated for."""
        return self.user

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """Do the work while the loop stands still."""
        return await self.turns.run(work)


@dataclass(slots=True)
class Collected:
    """The parts of an ASGI response as they come in."""

    status: int = 500
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)


def exchange(request: HttpRequest, body: bytes, user: Principal) -> HttpResponse:
    """The SDK's answer to one message from ``user``."""
    turns = Turns()
    answer = turns.drive(serve(make_scope(request, RequestCaller(user, turns)), body))
    response = HttpResponse(bytes(answer.body), status=answer.status)
    del response["Content-Type"]
    for name, value in answer.headers:
        if name != b"content-length":
            response[name.decode("latin-1")] = value.decode("latin-1")
    response["Cache-Control"] = "no-store"
    return response


async def serve(scope: dict[str, Any], body: bytes) -> Collected:
    """Run the session manager for a single request."""
    answer = Collected()
    pending = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> dict[str, Any]:
        if pending:
            return pending.pop()
        # A WSGI server does not tell when the client goes away.
        await anyio.sleep_forever()
        raise AssertionError

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answer.status = message["status"]
            answer.headers = list(message.get("headers", []))
        else:
            answer.body += message.get("body", b"")

    manager = StreamableHTTPSessionManager(
        shared_server(), json_response=True, stateless=True, max_request_body_size=BODY_BYTES
    )
    async with manager.run():
        await manager.handle_request(scope, receive, send)
    return answer


@cache
def shared_server() -> Server[Any]:
    """One server for all threads; it learns from each request who is asking."""
    return build_server(lambda context: context.request.scope[CALLER_KEY])


def make_scope(request: HttpRequest, caller: RequestCaller) -> dict[str, Any]:
    """The request as ASGI describes it, without credentials and cookies, and its caller."""
    headers = {"accept": "application/json"} | {
        name.lower(): value
        for name, value in request.headers.items()
        if value and (name.lower() in PASSED_ON or name.lower().startswith("mcp-"))
    }
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": request.scheme,
        "path": "/mcp",
        "raw_path": b"/mcp",
        "query_string": b"",
        "headers": [
            (name.encode("latin-1", "replace"), value.encode("latin-1", "replace"))
            for name, value in headers.items()
        ],
        CALLER_KEY: caller,
    }
