import inspect
import json
import re

import jsonschema
import pytest

from apps.mcp.instructions import PLAYBOOK
from apps.mcp.tools import registry
from apps.text.tokens import count_tokens

# Clients hide tools whose name, with the server's, is longer than 60 characters.
LONGEST_NAME = 60 - len("mcp__pressmark__")


@pytest.mark.django_db
def test_the_whole_list_stays_under_three_thousand_tokens(agent):
    result = agent.ask("tools/list")["result"]
    assert [tool["name"] for tool in result["tools"]] == list(registry.BY_NAME)
    assert count_tokens(json.dumps(result)) < 3000


def test_the_instructions_are_short_and_name_only_tools_there_are():
    assert count_tokens(PLAYBOOK) < 500
    for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", PLAYBOOK):
        known = {*registry.BY_NAME, "top_k", "snippet_chars", "max_tokens", "next_cursor"}
        assert word in {*known, "content_truncated"}


@pytest.mark.parametrize("tool", registry.TOOLS, ids=lambda tool: tool.name)
def test_each_tool_says_when_to_use_it_and_which_sibling_is_better_when_not(tool):
    summary, use_when, avoid = re.fullmatch(
        r"(.+\.) Use when (.+)\. Do NOT use (.+)\.", tool.description
    ).groups()
    assert summary
    assert use_when
    siblings = set(registry.BY_NAME) - {tool.name}
    assert any(f"({sibling})" in avoid for sibling in siblings)
    assert len(tool.name) <= LONGEST_NAME


@pytest.mark.parametrize("tool", registry.all_definitions(), ids=lambda tool: tool.name)
def test_each_tool_is_read_only_and_has_sound_schemas(tool):
    for schema in (tool.input_schema, tool.output_schema):
        jsonschema.Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"
    assert tool.annotations.read_only_hint is True
    assert tool.annotations.open_world_hint is False
    assert "max_tokens" in tool.input_schema["properties"]
    jsonschema.validate({"error": {"code": "NOT_FOUND"}}, tool.output_schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({}, tool.output_schema)


@pytest.mark.parametrize("tool", registry.TOOLS, ids=lambda tool: tool.name)
def test_each_tool_takes_its_user_by_name_and_without_a_default(tool):
    parameter = inspect.signature(tool.handle).parameters["user"]
    assert parameter.kind is inspect.Parameter.KEYWORD_ONLY
    assert parameter.default is inspect.Parameter.empty


def test_the_contracts_arguments_are_there_under_their_names():
    arguments = {
        tool.name: set(tool.input_schema["properties"]) for tool in registry.all_definitions()
    }
    contract = {
        "repositories": {"search", "limit", "cursor"},
        "repository_readme": {"repository"},
        "docs_toc": {"repository", "file", "tree", "cursor"},
        "docs_search": {"query", "repository", "file", "limit"},
        "docs_section": {"id", "context"},
        "docs_refs": {"section_id", "symbol"},
        "search_symbols": {"repository", "query"},
        "read_file_range": {"repository", "path", "start_line", "end_line"},
        "collections": {"search", "limit", "cursor"},
        "outline": {"mark"},
        "retrieve": {
            *("query", "repository", "mode", "top_k", "snippet_chars", "since", "until", "as_of"),
        },
        "collection_search": {"collection", "query", "top_k", "snippet_chars"},
        "collection_document": {"mark"},
        "read_chunk": {"id"},
    }
    for name, names in contract.items():
        assert names <= arguments[name]
