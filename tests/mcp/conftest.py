import dataclasses
import itertools
import json
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.test import Client

from apps.access.principals import operator
from apps.collections.catalogue import create_collection
from apps.collections.ingest import IncomingDocument, ingest_batch
from tests.cast import make_token, make_user

SENTINEL = "quixotic-zebra"
RESTORE = """\
# Restore the database

Stop the writers first.

## Find the snapshot

Snapshots are listed by `snapshot_tool --list`.

## Load it

Load the last good snapshot and start the writers again.
"""
secrets = itertools.count(1)


@dataclass
class Agent:
    """Somebody who talks to the endpoint with a token, or without one."""

    token: str | None = None
    headers: dict[str, str] = field(default_factory=dict)
    path: str = "/mcp"
    http: Client = field(default_factory=Client)

    def send(self, body: Any, **headers: str) -> Any:
        """The HTTP response to a message (an object, or raw text or bytes)."""
        raw = body if isinstance(body, str | bytes) else json.dumps(body)
        sent = {"Accept": "application/json, text/event-stream", **self.headers, **headers}
        if self.token is not None:
            sent["Authorization"] = f"Bearer {self.token}"
        return self.http.post(self.path, raw, content_type="application/json", headers=sent)

    def ask(self, method: str, params: dict[str, Any] | None = None, **headers: str) -> Any:
        """The JSON answer to a request."""
        body = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params or {}}
        return self.send(body, **headers).json()

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The result of a tool call."""
        return self.ask("tools/call", {"name": tool, "arguments": arguments})["result"]

    def error(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """The typed error of a tool call that fails."""
        result = self.call(tool, **arguments)
        assert result["isError"] is True
        error = result["structuredContent"]["error"]
        assert text_of(result).startswith(f"{error['code']}: ")
        return error


def text_of(result: dict[str, Any]) -> str:
    """The text of a result."""
    return result["content"][0]["text"]


def agent_for(user: Any, **limits: Any) -> Agent:
    """An agent with a fresh token of that user."""
    secret = f"pmk_pat_mcp_{next(secrets)}"
    make_token(user, secret, **limits)
    return Agent(secret)


def set_options(settings: Any, **changes: Any) -> None:
    settings.PRESSMARK = dataclasses.replace(settings.PRESSMARK, **changes)


def fill(name: str, documents: dict[str, str], **fields: Any) -> Any:
    """A new collection with documents."""
    collection = create_collection(user=operator(), name=name, **fields)
    take_in(collection, documents)
    return collection


def take_in(collection: Any, documents: dict[str, str]) -> None:
    """Put documents into a collection as the product does."""
    incoming = [IncomingDocument(key, text) for key, text in documents.items()]
    results = ingest_batch(user=operator(), collection_id=collection.pk, documents=incoming)
    assert [one.state for one in results] == ["created"] * len(documents)


@pytest.fixture(autouse=True)
def words_only(settings):
    """No vectors: what is tested here does not depend on them."""
    options = dataclasses.replace(settings.PRESSMARK.embedding, provider="none")
    set_options(settings, embedding=options)


@pytest.fixture
def public_read(settings):
    set_options(settings, public_read=True)


@pytest.fixture
def ann(db):
    return make_user("ann")


@pytest.fixture
def library(ann):
    """What Ann can read, and what she must never hear of."""
    fill("Runbooks", {"restore.md": RESTORE, "on-call.md": "# On call\n\nAnswer.\n"}, owner=ann)
    fill("Handbook", {"welcome.md": "# Welcome\n\nHello.\n"}, visibility="public")
    return fill("Vault", {"plan.md": f"# {SENTINEL}\n\nThe {SENTINEL} snapshot.\n"})


@pytest.fixture
def agent(ann, library):
    """Ann's agent."""
    return agent_for(ann)
