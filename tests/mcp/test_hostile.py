import itertools

import pytest
from hypothesis import HealthCheck, given
from hypothesis import settings as effort
from hypothesis import strategies as st
from pydantic import ValidationError

from apps.mcp.calls import call_tool
from apps.mcp.tools.registry import BY_NAME
from tests.mcp.conftest import SENTINEL, agent_for

pytestmark = pytest.mark.django_db
NOT_JSON = [
    "",
    "{",
    "\x00",
    b"\xff\xfe",
    b"\xef\xbb\xbf{}",
    '{"jsonrpc": "2.0", "id": NaN, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"a": Infinity}}',
    '{"jsonrpc": "2.0", "id": ' + "9" * 5000 + ', "method": "ping"}',
    '{"jsonrpc": "2.0", "id": "\\ud800", "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "\\uDFFF"}',
    "[" * 20_000,
    '{"a":' * 20_000,
]
NO_REQUEST = [
    "null",
    "1",
    '"ping"',
    "[]",
    '[{"jsonrpc": "2.0", "id": 1, "method": "ping"}]',
    "{}",
    '{"jsonrpc": "1.0", "id": 1, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1}',
    '{"jsonrpc": "2.0", "id": 1, "method": 5}',
    '{"jsonrpc": "2.0", "id": 1, "method": null}',
    '{"jsonrpc": "2.0", "id": null, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": 1e400, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": true, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": {}, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": [], "method": "ping"}',
    '{"jsonrpc": "2.0", "id": null, "result": {}}',
    '{"jsonrpc": "2.0", "id": 1, "result": 5}',
    '{"jsonrpc": "2.0", "id": 1, "error": {"code": true, "message": "x"}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": []}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": 3}',
]
ODD = [
    '{"jsonrpc": "2.0", "id": ' + "9" * 4000 + ', "method": "ping"}',
    '{"jsonrpc": "2.0", "id": -1, "method": "ping"}',
    '{"jsonrpc": "2.0", "id": "", "method": ""}',
    '{"jsonrpc": "2.0", "id": "\\u0000", "method": "\\u0000"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": 1}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": {"progressToken": 1e999}}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "initialize"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": 1}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"cursor": 5}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/call"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": 5}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "\\u0000"}}',
    (
        '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "outline", '
        '"arguments": []}}'
    ),
    '{"jsonrpc": "2.0", "id": 1, "method": "resources/read", "params": {"uri": "x:"}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "prompts/get", "params": {"name": "x"}}',
    '{"jsonrpc": "2.0", "id": 1, "method": "subscriptions/listen"}',
    '{"jsonrpc": "2.0", "id": 1, "method": "logging/setLevel", "params": {"level": "debug"}}',
    '{"jsonrpc": "2.0", "id": 1, "result": {}}',
    '{"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}}',
    '{"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}}',
    '{"jsonrpc": "2.0", "method": "notifications/progress", "params": {"progressToken": []}}',
]
WORDS_OF_PYDANTIC = ("pydantic", "input should", "validation error", "field required")
MODERN = {"MCP-Protocol-Version": "2026-07-28"}


@pytest.fixture(params=[{}, MODERN], ids=["handshake", "modern"])
def stranger(ann, request):
    """An agent with nothing to read, in either dialect."""
    agent = agent_for(ann)
    agent.headers = request.param
    return agent


def foreign_words(text):
    """The words of the library that checks arguments, which say nothing to a caller."""
    return {word for word in WORDS_OF_PYDANTIC if word.lower() in text.lower()}


def test_what_is_no_json_is_a_parse_error(stranger):
    for body in NOT_JSON:
        response = stranger.send(body)
        assert (body[:60], response.status_code) == (body[:60], 400)
        assert response.json()["error"]["code"] == -32700


def test_what_is_no_message_is_a_bad_request(stranger):
    for body in NO_REQUEST:
        response = stranger.send(body)
        assert (body, response.status_code) == (body, 400)
        assert response.json()["error"]["code"] == -32600
        assert response.json()["error"]["data"]["code"] == "INVALID_REQUEST"
        assert foreign_words(response.content.decode()) == set()


def test_odd_messages_never_break_the_server(stranger):
    for body in ODD:
        response = stranger.send(body)
        assert (body[:90], response.status_code < 500) == (body[:90], True)
        assert foreign_words(response.content.decode()) == set()
        if response.content:
            assert response.json().get("error", {}).get("code") not in {0, -32603}


def test_a_body_of_another_type_is_refused(agent, client):
    headers = {"Authorization": f"Bearer {agent.token}"}
    for kind in ("text/plain", "multipart/form-data; boundary=x", ""):
        assert client.post("/mcp", "{}", content_type=kind, headers=headers).status_code == 400


WRONG = [None, True, -1, 10**30, 1.5, "", "\0", "x" * 5000, "\ud83d\ude00", [], {}, ["a"], "%00"]
WRONG += ["collection:", "collection:%00", "collection:%ff", "repo:a/b", "chunk:1", "symbol:a/b/c"]
WRONG += ["chunk:00000000-0000-0000-0000-000000000000", "9999-12-31T23:59:59-12:00", "e30", "2020"]
GOOD = {
    "query": "snapshot",
    "collection": "Runbooks",
    "mark": "collection:Runbooks",
    "id": "00000000-0000-0000-0000-000000000000",
}


@pytest.mark.parametrize("tool", BY_NAME)
def test_no_value_of_any_argument_breaks_a_tool(ann, library, tool):
    names = (*BY_NAME[tool].arguments.model_fields, "\0")
    known = {name: GOOD[name] for name in names if name in GOOD}
    for name, value in itertools.product(names, WRONG):
        result = call_tool(user=ann, name=tool, arguments={**known, name: value})
        assert foreign_words(result.model_dump_json()) == set()
        if result.is_error:
            code = result.structured_content["error"]["code"]
            assert code in {"INVALID_REQUEST", "NOT_FOUND", "BUDGET_TOO_SMALL"}


def test_times_with_and_without_a_zone_can_be_compared(agent):
    result = agent.call("retrieve", query="snapshot", since="2020-01-01", until="2999-01-01T00:00Z")
    assert result["isError"] is False
    error = agent.error("retrieve", query="snapshot", since="2999-01-01", until="2020-01-01T00:00Z")
    assert error["code"] == "INVALID_REQUEST"


def test_every_wrong_argument_is_named_in_the_text_too(agent):
    result = agent.call("retrieve", query=["a"], top_k="many", colour="red")
    error = result["structuredContent"]["error"]
    assert error["code"] == "INVALID_REQUEST"
    assert sorted(one["field"] for one in error["field_errors"]) == ["colour", "query", "top_k"]
    for one in error["field_errors"]:
        assert f"- {one['field']}: {one['message']}" in result["content"][0]["text"]


@pytest.mark.parametrize("prefix", ["", "collection:", "collection:Runbooks/", "repo:a/b/"])
@effort(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(st.characters(codec=None), max_size=20))
def test_no_text_breaks_a_tool_that_takes_one(ann, library, prefix, text):
    for tool, name in (("outline", "mark"), ("read_chunk", "id"), ("collection_search", "query")):
        arguments = {"collection": "Runbooks"} if name == "query" else {}
        result = call_tool(user=ann, name=tool, arguments={**arguments, name: prefix + text})
        assert SENTINEL not in result.model_dump_json()


def test_null_is_taken_for_what_is_left_out_but_not_for_what_is_required():
    arguments = BY_NAME["retrieve"].arguments
    given = {"query": "x", "kinds": None, "top_k": None, "since": None, "max_tokens": None}
    assert arguments.model_validate(given) == arguments.model_validate({"query": "x"})
    with pytest.raises(ValidationError):
        arguments.model_validate({"query": None})
