import json

import pytest

from apps.text.tokens import count_tokens
from tests.mcp.conftest import text_of


def context(agent, **arguments):
    return agent.call("context", **arguments)["structuredContent"]


def test_a_pack_is_structured_and_readable(agent, ann, library):
    found = context(agent, task="restore the snapshot")
    assert found["entries"][0]["mark"].startswith("collection:Runbooks/")
    assert found["tokens"] == count_tokens(found["markdown"])
    text = text_of(agent.call("context", task="restore the snapshot"))
    assert text.startswith(found["markdown"].rstrip())


@pytest.mark.parametrize("max_tokens", [900, 1500, 4000])
def test_the_whole_answer_keeps_the_budget(agent, library, max_tokens):
    result = agent.call("context", task="restore the snapshot", max_tokens=max_tokens)
    assert not result.get("isError")
    assert count_tokens(json.dumps(result, ensure_ascii=False)) <= max_tokens + 20


def test_a_budget_for_nothing_says_so(agent, library):
    error = agent.error("context", task="restore the snapshot", max_tokens=20)
    assert error["code"] == "BUDGET_TOO_SMALL"


def test_hidden_and_missing_sources_are_told_alike(agent, library):
    asked = [
        agent.error("context", task="x", sources=[f"collection:{name}"])
        for name in ("Vault", "Fault")
    ]
    assert asked[0] == asked[1]
    assert asked[0]["code"] == "NOT_FOUND"
