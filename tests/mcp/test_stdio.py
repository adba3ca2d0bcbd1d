"""The command that clients start themselves, as a process of its own."""

import os
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection
from mcp import Client
from mcp.client.stdio import StdioServerParameters

from apps.mcp.tools.registry import BY_NAME
from tests.mcp.conftest import agent_for
from tests.mcp.loops import run_apart

MANAGE = str(settings.BASE_DIR / "manage.py")


@pytest.fixture
def environment(transactional_db, tmp_path):
    """What the process needs to find the database of this test."""
    place = connection.settings_dict
    return {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"postgresql://{place['USER']}@/{place['NAME']}?host={place['HOST']}",
        "PRESSMARK_DATA_DIR": str(tmp_path),
        "PRESSMARK_PUBLIC_READ": "true",
        "PRESSMARK_EMBEDDING__PROVIDER": "none",
    }


def converse(environment, *arguments):
    """A short conversation with the command: its tools, its collections, a hidden outline."""
    command = [MANAGE, "mcp_stdio", *arguments]
    server = StdioServerParameters(command=sys.executable, args=command, env=environment)

    async def talk():
        async with Client(server) as client:
            tools = (await client.list_tools()).tools
            found = await client.call_tool("collections", {})
            failed = await client.call_tool("outline", {"mark": "collection:Vault"})
            names = [one["name"] for one in found.structured_content["items"]]
            return [tool.name for tool in tools], names, failed.content[0].text

    return run_apart(talk)


def test_the_official_client_can_start_and_use_it(environment, library, ann):
    tools, names, failed = converse(environment, "--token", agent_for(ann).token)
    assert (tools, names) == (list(BY_NAME), ["Handbook", "Runbooks"])
    assert failed.startswith("NOT_FOUND: ")


def test_without_a_token_only_public_sources_can_be_read(environment, library):
    tools, names, failed = converse(environment)
    assert (tools, names) == (list(BY_NAME), ["Handbook"])
    assert failed.startswith("NOT_FOUND: ")


@pytest.mark.parametrize("token", ["pmk_pat_wrong", "", "x"])
def test_a_wrong_token_ends_it_with_one_line(db, token):
    with pytest.raises(CommandError, match="MCP_TOKEN_INVALID"):
        call_command("mcp_stdio", token=token)


def test_a_token_without_the_scopes_ends_it_too(ann):
    with pytest.raises(CommandError, match="INSUFFICIENT_SCOPE"):
        call_command("mcp_stdio", token=agent_for(ann, scopes=["mcp"]).token)
