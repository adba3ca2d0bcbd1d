"""Sends the calls of a door as a browser, a script or an agent would, and compares answers."""

import json
import re
from typing import Any

from django.test import Client

from apps.access.models import User
from tests.architecture.door import Call
from tests.cast import make_token, numbers
from tests.leaks.world import World

UUID = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"
# What differs between two answers by nature, wherever it stands.
VOLATILE = (
    UUID,
    r'name="csrfmiddlewaretoken" value="\w+"',
    r"X-CSRFToken[^}]*",
    r'"request_id": ?"\w*"',
    r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(\+00:00|Z)?",
    r"pmk_pat_\w+",
)
NUMBERED = ("user", "group", "entry", "asked", "golden", "evaluation", "briefing", "gain")
TIMED_HEADERS = {"X-Request-ID", "Expires", "Last-Modified", "Date", "Content-Length", "ETag"}


class Visitor:
    """One person at the doors."""

    def __init__(self, world: World, part: str) -> None:
        self.user = world.people[part]
        self.client = Client()
        self.headers: dict[str, str] = {}
        if isinstance(self.user, User):
            self.client.force_login(self.user)
            text = f"pmk_pat_leaks{next(numbers)}"
            make_token(self.user, text, name="of the visitor")
            self.headers = {"Authorization": f"Bearer {text}"}

    def send(self, door: str, call: Call, places: dict[str, str]) -> Any:
        """The answer to a call, redirects followed where a browser would."""
        path, body = fill(call.path, places), fill(call.body, places)
        if door.startswith("mcp:"):
            message = {"jsonrpc": "2.0", "id": 1, **mcp_request(door.removeprefix("mcp:"), body)}
            accepted = {"Accept": "application/json, text/event-stream"}
            return self.plain("post", "/mcp", message, accepted)
        if door.startswith("api/"):
            return self.plain(call.method, path, body, {})
        send = getattr(self.client, call.method)
        return send(path, body or {}, follow=True, headers=call.headers)

    def plain(self, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        """A request with a token and JSON."""
        sent = {"headers": self.headers | headers}
        if body is not None:
            sent |= {"data": json.dumps(body), "content_type": "application/json"}
        return getattr(Client(), method)(path, **sent)


def mcp_request(name: str, body: Any) -> dict[str, Any]:
    """A call of a tool, or the reading of a resource."""
    if "://" in name:
        return {"method": "resources/read", "params": body}
    return {"method": "tools/call", "params": {"name": name, "arguments": body}}


def fill(value: Any, places: dict[str, str]) -> Any:
    """The value with its places filled, at any depth."""
    if isinstance(value, dict):
        return {key: fill(one, places) for key, one in value.items()}
    if isinstance(value, list):
        return [fill(one, places) for one in value]
    if isinstance(value, str) and "{" in value:
        return value.format_map(places)
    return value


def text_of(response: Any) -> str:
    """Everything an answer says: its body, its headers, its redirects."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.items())
    chain = str(getattr(response, "redirect_chain", ""))
    return f"{response.content.decode()}\n{headers}\n{chain}"


def outcome(response: Any, places: dict[str, str]) -> tuple[Any, ...]:
    """Status, headers, redirects and body, without what names the target or differs by nature."""
    headers = {name: text for name, text in response.items() if name not in TIMED_HEADERS}
    chain = getattr(response, "redirect_chain", [])
    parts = [json.dumps(headers, sort_keys=True), str(chain), response.content.decode()]
    return response.status_code, *(plain_text(part, places) for part in parts)


def plain_text(text: str, places: dict[str, str]) -> str:
    """The text without volatile parts and without the target's own names."""
    for pattern in VOLATILE:
        text = re.sub(pattern, "*", text)
    for name in ("name", "tool", "key", "file", "page", "symbol", *NUMBERED):
        text = text.replace(places[name], "*")
    return text
