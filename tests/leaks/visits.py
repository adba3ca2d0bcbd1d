"""Sends the calls of a door as a browser, a script or an agent would, and compares answers."""

import io
import json
import re
import uuid
import zipfile
from datetime import timedelta
from typing import Any

from django.test import Client
from django.utils import timezone

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
# Tokens that allow less than their holder may.
TOKENS: dict[str, dict[str, Any]] = {
    "limited_token": {"source_ids": [uuid.uuid4()]},
    "expired_token": {"expires_at": timezone.now() - timedelta(days=1)},
}
TIMED_HEADERS = {"X-Request-ID", "Expires", "Last-Modified", "Date"}


class Visitor:
    """One person at the doors."""

    def __init__(self, world: World, part: str) -> None:
        self.part, self.user = part, world.people[part]
        self.client = Client()
        self.headers: dict[str, str] = {}
        if isinstance(self.user, User):
            self.client.force_login(self.user)
            text = f"pmk_pat_leaks{next(numbers)}"
            make_token(self.user, text, name="of the visitor", **TOKENS.get(part, {}))
            self.headers = {"Authorization": f"Bearer {text}"}
        if part == "viewed":
            until = timezone.now() + timedelta(hours=1)
            session = self.client.session
            session["view_as"] = {
                "person": world.people["stranger"].pk,
                "until": until.isoformat(),
            }
            session.save()

    def comes_to(self, door: str) -> bool:
        """Whether this visitor has another standing at the door than others that are sent."""
        is_for_tokens = door.startswith(("api/", "mcp:"))
        if self.part == "viewed":
            return not door.startswith("mcp:")
        return is_for_tokens or self.part not in TOKENS

    def send(self, door: str, call: Call, places: dict[str, str]) -> Any:
        """The answer to a call; not followed, but with what the next page would say."""
        path, body = fill(call.path, places), fill(call.body, places)
        if door.startswith("mcp:"):
            message = {"jsonrpc": "2.0", "id": 1, **mcp_request(door.removeprefix("mcp:"), body)}
            accepted = {"Accept": "application/json, text/event-stream"}
            return self.plain("post", "/mcp", message, accepted)
        if door.startswith("api/"):
            return self.plain(call.method, path, body, {}, by_session=call.by_session)
        response = getattr(self.client, call.method)(path, body or {}, headers=call.headers)
        response.said_later = self.take_messages() if response.status_code == 302 else ""
        return response

    def outcome(self, response: Any, places: dict[str, str]) -> tuple[Any, ...]:
        """The answer as it is compared, also with that to somebody else."""
        return outcome(response, places, self.user.get_username())

    def take_messages(self) -> str:
        """What waits to be said on the next page."""
        if not isinstance(self.user, User):
            return ""
        session = self.client.session
        said = session.pop("_messages", "")
        if said:
            session.save()
        return str(said)

    def plain(
        self, method: str, path: str, body: Any, headers: dict[str, str], by_session: bool = False
    ) -> Any:
        """A request with JSON and a token; with the session for whoever is viewed, or if asked."""
        # A narrow token is all that those who have one come with.
        with_session = self.part == "viewed" or (by_session and self.part not in TOKENS)
        sent: dict[str, Any] = {"headers": headers if with_session else self.headers | headers}
        if body is not None:
            sent |= {"data": json.dumps(body), "content_type": "application/json"}
        return getattr(self.client if with_session else Client(), method)(path, **sent)


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
    """Everything an answer says: its body, its headers, what it leaves for the next page."""
    headers = "\n".join(f"{name}: {value}" for name, value in response.items())
    later = getattr(response, "said_later", "")
    return f"{body_of(response)}\n{headers}\n{later}"


def body_of(response: Any) -> str:
    """The body as text; of a zip, which can be read once, the names and contents of its files."""
    if not response.streaming:
        return str(response.content.decode())
    if not hasattr(response, "unpacked"):
        with zipfile.ZipFile(io.BytesIO(b"".join(response))) as archive:
            parts = [
                f"{name}\n{archive.read(name).decode(errors='replace')}"
                for name in archive.namelist()
            ]
        response.unpacked = "\n".join(parts)
    return str(response.unpacked)


def outcome(response: Any, places: dict[str, str], own_name: str) -> tuple[Any, ...]:
    """Status, headers, messages and body, without what names the target or differs by nature.

    Of an ETag counts that there is one. The length is that of the body with the target's names,
    which are as long for what is missing, and without the visitor's own.
    """
    headers = {name: text for name, text in response.items() if name not in TIMED_HEADERS}
    body = body_of(response)
    if "ETag" in headers:
        headers["ETag"] = "there is one"
    if own_name and "Content-Length" in headers:
        own = body.count(own_name) * len(own_name)
        headers["Content-Length"] = str(int(headers["Content-Length"]) - own)
    parts = [json.dumps(headers, sort_keys=True), getattr(response, "said_later", ""), body]
    parts = [part.replace(own_name, "*") if own_name else part for part in parts]
    return response.status_code, *(plain_text(part, places) for part in parts)


def plain_text(text: str, places: dict[str, str]) -> str:
    """The text without volatile parts and without the target's own names."""
    for pattern in VOLATILE:
        text = re.sub(pattern, "*", text)
    for name in ("name", "tool", "key", "file", "page", "symbol", *NUMBERED):
        text = text.replace(places[name], "*")
    return text
