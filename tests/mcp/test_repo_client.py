"""The official client with the tools for repositories; it checks each answer by its schema."""

import pytest

from tests.mcp.conftest import agent_for
from tests.mcp.handbook import MARK, NAME, add_handbook
from tests.mcp.test_official_client import talk
from tests.repos.data_folder import own_data_folder  # noqa: F401

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.loopback]
CALLS = {
    "repositories": {},
    "repository_readme": {"repository": NAME},
    "docs_toc": {"repository": NAME, "tree": True},
    "docs_search": {"repository": NAME, "query": "install"},
    "docs_section": {"id": f"{MARK}/docs/setup.md::setup/install#2", "context": True},
    "docs_refs": {"symbol": f"symbol:{NAME}/make_widget"},
    "search_symbols": {"repository": NAME, "query": "widget"},
    "read_file_range": {"repository": NAME, "path": "src/widget.py", "end_line": 3},
    "outline": {"mark": MARK},
}


async def use_every_tool(client):
    return {tool: await client.call_tool(tool, arguments) for tool, arguments in CALLS.items()}


def test_the_official_client_can_use_the_tools_for_repositories(live_server, ann, tmp_path):
    add_handbook(tmp_path, ann)
    results = talk(f"{live_server.url}/mcp", agent_for(ann).token, use_every_tool)
    told = {tool: result.content[0].text for tool, result in results.items() if result.is_error}
    assert told == {}
    assert all(result.structured_content for result in results.values())
