"""The lines to paste for each MCP client."""

import json
from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest

PLACEHOLDER = "pmk_pat_YOUR_TOKEN"


@dataclass(frozen=True, slots=True)
class Client:
    """One MCP client: where its lines go, and the lines."""

    slug: str
    name: str
    place: str
    language: str
    lines: str


def endpoint(request: HttpRequest) -> str:
    """The address of the MCP endpoint as the outside sees it."""
    base = settings.PRESSMARK.public_url or request.build_absolute_uri("/").rstrip("/")
    return f"{base}/mcp"


def clients(url: str, token: str = PLACEHOLDER) -> tuple[Client, ...]:
    """Lines for the known clients; the formats are those of the clients' own manuals."""
    bearer = f"Bearer {token}"
    entry = {"url": url, "headers": {"Authorization": bearer}}
    command = (
        f'claude mcp add --transport http pressmark {url} \\\n  --header "Authorization: {bearer}"'
    )
    asked = {
        "inputs": [
            {
                "type": "promptString",
                "id": "pressmark-token",
                "description": "Pressmark access token",
                "password": True,
            }
        ],
        "servers": {
            "pressmark": {
                "type": "http",
                "url": url,
                "headers": {"Authorization": "Bearer ${input:pressmark-token}"},
            }
        },
    }
    cursor = {"mcpServers": {"pressmark": entry}}
    generic = {"mcpServers": {"pressmark": {"type": "http", **entry}}}
    return (
        Client("claude-code", "Claude Code", "in a terminal", "shell", command),
        Client("cursor", "Cursor", "in .cursor/mcp.json", "json", pretty(cursor)),
        Client("vs-code", "VS Code", "in .vscode/mcp.json", "json", pretty(asked)),
        Client("other", "Any other client", "in its MCP settings", "json", pretty(generic)),
    )


def pretty(value: object) -> str:
    """JSON as people write it."""
    return json.dumps(value, indent=2)
