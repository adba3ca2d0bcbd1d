import json

import pytest

from apps.access.models import AccessToken
from tests.mcp.conftest import Agent, agent_for, set_options

pytestmark = pytest.mark.django_db
PING = {"jsonrpc": "2.0", "id": 7, "method": "ping"}
INITIALIZE = {
    "protocolVersion": "2025-06-18",
    "capabilities": {},
    "clientInfo": {"name": "tests", "version": "1"},
}


@pytest.fixture
def agent(ann):
    """An agent with nothing to read."""
    return agent_for(ann)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
def test_both_spellings_of_the_address_answer_without_a_redirect(agent, path):
    agent.path = path
    response = agent.send(PING)
    assert (response.status_code, response.json()["id"]) == (200, 7)


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize("method", ["get", "delete", "put", "head", "options"])
def test_only_post_is_answered(client, path, method):
    response = getattr(client, method)(path)
    assert (response.status_code, response["Allow"]) == (405, "POST")


def test_initialize_introduces_the_server_and_says_how_to_use_it(agent):
    result = agent.ask("initialize", INITIALIZE)["result"]
    assert result["protocolVersion"] == "2025-06-18"
    assert result["serverInfo"]["name"] == "pressmark"
    assert result["capabilities"] == {
        "tools": {"listChanged": False},
        "prompts": {"listChanged": False},
        "resources": {"listChanged": False, "subscribe": False},
    }
    assert "retrieve" in result["instructions"]


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_every_version_with_a_handshake_is_spoken(agent, version):
    result = agent.ask("initialize", INITIALIZE | {"protocolVersion": version})["result"]
    assert result["protocolVersion"] == version
    headers = {"MCP-Protocol-Version": version}
    assert agent.ask("tools/list", **headers)["result"]["tools"]


def test_the_version_without_a_handshake_is_spoken(agent):
    version = "2026-07-28"
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    answer = agent.ask(
        "tools/call",
        {"name": "collections", "arguments": {}, "_meta": meta},
        **{
            "MCP-Protocol-Version": version,
            "Mcp-Method": "tools/call",
            "Mcp-Name": "collections",
        },
    )
    assert answer["result"]["structuredContent"]["total"] == 0


@pytest.mark.parametrize("version", ["1999-01-01", "nonsense", "2025-06-18, 2025-06-18", "é"])
def test_an_unknown_protocol_version_is_a_bad_request(agent, version):
    response = agent.send(PING, **{"MCP-Protocol-Version": version})
    assert response.status_code == 400


def test_a_notification_is_accepted_without_an_answer(agent):
    response = agent.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    assert (response.status_code, response.content) == (202, b"")


def test_a_client_that_names_no_accepted_type_gets_json(agent):
    agent.headers = {"Accept": ""}
    assert agent.send(PING).status_code == 200


def test_an_unknown_method_is_told_as_such(agent):
    assert agent.ask("tools/destroy")["error"]["code"] == -32601


def test_an_unknown_tool_is_told_as_such(agent):
    error = agent.ask("tools/call", {"name": "rm", "arguments": {}})["error"]
    assert error["code"] == -32602
    assert error["message"].startswith("NOT_FOUND")


def test_answers_are_not_kept_by_caches(agent):
    assert agent.send(PING)["Cache-Control"] == "no-store"


def test_without_a_token_the_answer_says_where_to_learn_about_tokens(client, db):
    response = Agent().send(PING)
    assert response.status_code == 401
    assert response["WWW-Authenticate"] == (
        'Bearer resource_metadata="http://testserver/.well-known/oauth-protected-resource"'
    )
    assert response.json()["error"]["data"]["code"] == "MCP_TOKEN_MISSING"


@pytest.mark.parametrize(
    "header", ["Bearer pmk_pat_wrong", "Bearer", "Bearer é", "Basic YTpi", "Bearer a b", "x"]
)
def test_a_wrong_token_is_refused_even_where_anonymous_readers_are_welcome(public_read, db, header):
    response = Agent(headers={"Authorization": header}).send(PING)
    assert response.status_code == 401
    assert 'error="invalid_token"' in response["WWW-Authenticate"]
    assert response.json()["error"]["data"]["code"] == "MCP_TOKEN_INVALID"


@pytest.mark.parametrize("scopes", [["mcp"], ["api:read"], ["api:read", "api:write"]])
def test_a_token_needs_both_scopes(ann, scopes):
    response = agent_for(ann, scopes=scopes).send(PING)
    assert response.status_code == 403
    assert response.json()["error"]["message"].startswith("INSUFFICIENT_SCOPE")
    assert 'scope="mcp api:read"' in response["WWW-Authenticate"]


def test_a_signed_in_browser_is_not_a_caller(client, ann):
    client.force_login(ann)
    assert Agent(http=client).send(PING).status_code == 401


def test_the_use_of_a_token_is_noted(agent):
    agent.send(PING)
    token = AccessToken.objects.get()
    assert token.last_used_at is not None
    assert token.last_used_address == "127.0.0.1"


@pytest.mark.parametrize("path", ["", "/mcp"])
def test_the_metadata_document_names_the_endpoint(client, db, path):
    response = client.get(f"/.well-known/oauth-protected-resource{path}")
    assert response.status_code == 200
    assert response.json()["resource"] == "http://testserver/mcp"
    assert response.json()["scopes_supported"] == ["mcp", "api:read"]


def test_behind_a_proxy_the_public_address_is_told(client, db, settings):
    set_options(settings, public_url="https://docs.example.org")
    response = client.get("/.well-known/oauth-protected-resource")
    assert response.json()["resource"] == "https://docs.example.org/mcp"
    assert "https://docs.example.org/.well-known/" in Agent().send(PING)["WWW-Authenticate"]


@pytest.mark.parametrize(
    ("origin", "status"),
    [
        ("http://testserver", 200),
        ("http://testserver:9000", 200),
        ("https://docs.example.org", 200),
        ("https://evil.example", 403),
        ("http://testserver.evil.example", 403),
        ("null", 403),
        ("http://[", 403),
        ("file://testserver", 403),
        ("", 403),
    ],
)
def test_pages_of_other_sites_are_turned_away(agent, settings, origin, status):
    set_options(settings, public_url="https://docs.example.org")
    assert agent.send(PING, Origin=origin).status_code == status


def test_a_foreign_host_is_turned_away(agent):
    assert agent.send(PING, Host="evil.example").status_code == 400


def test_no_csrf_token_is_asked_for(agent):
    agent.http.handler.enforce_csrf_checks = True
    assert agent.send(PING).status_code == 200


def test_a_huge_body_is_refused_unread(agent):
    response = agent.send(json.dumps({**PING, "params": {"filler": "x" * 1024 * 1024}}))
    assert response.status_code == 413
