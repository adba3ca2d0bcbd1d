"""The official client against a live server: what it refuses or misreads shows here."""

from concurrent.futures import ThreadPoolExecutor

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from apps.mcp.tools.registry import BY_NAME
from tests.mcp.conftest import agent_for, fill
from tests.mcp.loops import run_apart

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.loopback]
MODES = ["legacy", "auto", "2026-07-28"]


def talk(url, token, conversation, mode="auto"):
    """Run a conversation with a connected client and return its outcome."""

    async def connect():
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        async with httpx2.AsyncClient(headers=headers) as http:
            transport = streamable_http_client(url, http_client=http)
            async with Client(transport, mode=mode) as client:
                return await conversation(client)

    return run_apart(connect)


async def use_collection_tools(client):
    """A session as an agent would have it; the client validates each structured result."""
    tools = [tool.name for tool in (await client.list_tools()).tools]
    hits = await client.call_tool("retrieve", {"query": "list the snapshots"})
    hit = hits.structured_content["results"][0]
    results = [
        hits,
        await client.call_tool("gain", {"period": "all"}),
        await client.call_tool("route", {"query": "list the snapshots"}),
        await client.call_tool("context", {"task": "list the snapshots"}),
        await client.call_tool("collections", {}),
        await client.call_tool("collection_search", {"collection": "Runbooks", "query": "load"}),
        await client.call_tool("outline", {"mark": "collection:Runbooks"}),
        await client.call_tool("collection_document", {"mark": hit["mark"]}),
        await client.call_tool("read_chunk", {"id": hit["chunk_id"]}),
    ]
    failed = await client.call_tool("outline", {"mark": "collection:Attic"})
    return tools, results, failed


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_the_official_client_can_use_the_tools_for_collections(
    live_server, library, ann, mode, path
):
    url = f"{live_server.url}{path}"
    tools, results, failed = talk(url, agent_for(ann).token, use_collection_tools, mode)
    assert tools == list(BY_NAME)
    assert [one.is_error for one in results] == [False] * 9
    assert all(one.structured_content for one in results)
    assert failed.is_error
    assert failed.content[0].text.startswith("NOT_FOUND: ")


def test_the_official_client_shows_why_it_was_turned_away(live_server, library, ann):
    async def list_tools(client):
        return await client.list_tools()

    token = agent_for(ann, scopes=["mcp"]).token
    with pytest.raises(ExceptionGroup) as caught:
        talk(f"{live_server.url}/mcp", token, list_tools, "legacy")
    assert caught.group_contains(MCPError, match="INSUFFICIENT_SCOPE", depth=None)


def test_many_callers_at_once_each_get_their_own(live_server, ann, library):
    from tests.cast import make_user

    agents = {}
    for number in range(4):
        user = make_user("caller")
        fill(f"Only {number}", {"a.md": f"# Page {number}\n\nText.\n"}, owner=user)
        agents[f"Only {number}"] = agent_for(user).token
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    body["params"] = {"name": "collections", "arguments": {"search": "Only"}}

    def names(name):
        response = httpx2.post(
            f"{live_server.url}/mcp",
            json=body,
            headers={"Authorization": f"Bearer {agents[name]}", "Accept": "application/json"},
        )
        items = response.json()["result"]["structuredContent"]["items"]
        return name, [one["name"] for one in items]

    with ThreadPoolExecutor(4) as pool:
        seen = list(pool.map(names, list(agents) * 5))
    assert seen == [(name, [name]) for name in list(agents) * 5]
