import json
import uuid

import pytest
from django.contrib.auth.models import AnonymousUser

from apps.access.models import AccessToken
from apps.access.tokens import revoke_token
from apps.collections.models import Chunk, Collection, Document
from apps.mcp.calls import call_tool
from tests.cast import assemble_cast, make_user
from tests.mcp.conftest import SENTINEL, Agent, agent_for, fill, take_in, text_of

pytestmark = pytest.mark.django_db
HIDDEN_AND_MISSING = [
    ("collection_search", {"collection": "Vault"}, {"collection": "Attic"}),
    ("collection_search", {"collection": "collection:Vault"}, {"collection": "collection:Attic"}),
    ("outline", {"mark": "collection:Vault"}, {"mark": "collection:Attic"}),
    ("outline", {"mark": "collection:Vault/plan.md"}, {"mark": "collection:Attic/plan.md"}),
    (
        "collection_document",
        {"mark": "collection:Vault/plan.md"},
        {"mark": "collection:Attic/plan.md"},
    ),
]


@pytest.mark.parametrize(("tool", "hidden", "missing"), HIDDEN_AND_MISSING)
def test_what_is_hidden_answers_like_what_is_missing(agent, tool, hidden, missing):
    query = {"query": SENTINEL} if tool == "collection_search" else {}
    first, second = agent.call(tool, **hidden, **query), agent.call(tool, **missing, **query)
    assert first == second
    assert first["structuredContent"]["error"]["code"] == "NOT_FOUND"


def test_a_hidden_chunk_answers_like_a_missing_one(agent, library):
    chunk = Chunk.objects.get(document__collection=library)
    hidden, missing = (
        agent.call("read_chunk", id=str(chunk.pk)),
        agent.call("read_chunk", id=str(uuid.uuid4())),
    )
    assert hidden == missing
    assert hidden["structuredContent"]["error"]["code"] == "NOT_FOUND"


def test_a_hidden_collection_answers_like_a_missing_one_by_id(agent, library):
    hidden = agent.call("collection_search", collection=str(library.pk), query="x")
    assert hidden == agent.call("collection_search", collection=str(uuid.uuid4()), query="x")


def probe(user):
    """The answers of all tools for collections to somebody who guesses well."""
    chunk = Chunk.objects.get(document__source_key="plan.md")
    document = Document.objects.get(source_key="plan.md")
    guesses = {
        "retrieve": {"query": SENTINEL},
        "collection_search": {"collection": str(document.collection_id), "query": SENTINEL},
        "context": {"task": "the plan"},
        "gain": {},
        "route": {"query": "the plan"},
        "collections": {},
        "outline": {"mark": f"collection:{document.collection.name}/plan.md"},
        "collection_document": {"mark": f"collection:{document.collection.name}/plan.md"},
        "read_chunk": {"id": str(chunk.pk)},
    }
    return {
        name: call_tool(user=user, name=name, arguments=arguments).model_dump_json()
        for name, arguments in guesses.items()
    }


READERS = {
    *("owner", "admin", "group_reader", "group_writer", "user_reader", "user_writer", "both_ways"),
    *("owner_token", "owner_token_here", "owner_token_read_only", "reader_token"),
    "admin_token_read_only",
}

TELLING = {
    "context",
    "route",
    "retrieve",
    "collection_search",
    "outline",
    "collection_document",
    "read_chunk",
}


def test_no_tool_tells_anybody_of_the_cast_more_than_they_may_read():
    cast = assemble_cast("collection")
    take_in(cast.source, {"plan.md": f"# {SENTINEL}\n\nThe {SENTINEL} plan.\n"})
    for part, member in cast.members.items():
        told = {name for name, text in probe(member).items() if SENTINEL in text}
        expected = TELLING if part in READERS else set()
        assert (part, told) == (part, expected)


def test_anonymous_readers_get_what_is_public_where_that_is_allowed(library, public_read):
    found = Agent().call("collections")["structuredContent"]
    assert [one["name"] for one in found["items"]] == ["Handbook"]
    results = Agent().call("retrieve", query="hello snapshot")["structuredContent"]["results"]
    assert {one["source"] for one in results} == {"collection:Handbook"}


def test_where_it_is_not_allowed_the_anonymous_read_nothing(library):
    result = call_tool(user=AnonymousUser(), name="collections", arguments={})
    assert result.structured_content["items"] == []


def test_a_token_limited_to_a_source_sees_no_other(ann, library):
    handbook = Collection.objects.get(name="Handbook")
    agent = agent_for(ann, source_ids=[handbook.pk])
    found = agent.call("collections")["structuredContent"]
    assert [one["name"] for one in found["items"]] == ["Handbook"]
    assert agent.error("outline", mark="collection:Runbooks")["code"] == "NOT_FOUND"


def test_a_tokens_allow_list_shortens_the_tool_list_and_refuses_the_rest(ann, library):
    agent = agent_for(ann, tools=["collections", "outline", "no-such-tool"])
    tools = agent.ask("tools/list")["result"]["tools"]
    assert [one["name"] for one in tools] == ["collections", "outline"]
    assert agent.call("collections")["isError"] is False
    error = agent.error("retrieve", query="x")
    assert error["code"] == "INSUFFICIENT_SCOPE"
    assert "collections, outline" in error["message"]


def test_an_empty_allow_list_leaves_nothing(ann, library):
    agent = agent_for(ann, tools=[])
    assert agent.ask("tools/list")["result"]["tools"] == []
    assert agent.error("collections")["code"] == "INSUFFICIENT_SCOPE"


def test_a_revoked_token_stops_at_once(agent, ann):
    assert agent.call("collections")["isError"] is False
    revoke_token(user=ann, token_id=AccessToken.objects.get().pk)
    body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    assert agent.send(body).status_code == 401


def test_two_people_never_get_each_others_answers(ann, library):
    bob = make_user("bob")
    fill("Bobs", {"a.md": "# Bob\n\nBob writes.\n"}, owner=bob)
    first, second = agent_for(ann), agent_for(bob)
    for _ in range(3):
        names = [
            [one["name"] for one in agent.call("collections")["structuredContent"]["items"]]
            for agent in (first, second)
        ]
        assert names == [["Handbook", "Runbooks"], ["Bobs", "Handbook"]]


def test_errors_say_what_to_do_next_in_text_and_structure(agent):
    result = agent.call("outline", mark="collection:Attic")
    error = result["structuredContent"]["error"]
    assert set(error) == {"code", "message", "next", "field_errors"}
    assert error["next"] in text_of(result)
    assert json.dumps(result)
