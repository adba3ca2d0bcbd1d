"""Every tool, in the order in which clients see them. A new tool is one module and one line."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import mcp_types

from apps.access.principals import Principal, acting_token
from apps.mcp.tools import (
    collection_document,
    collection_search,
    collections,
    context,
    docs_refs,
    docs_search,
    docs_section,
    docs_toc,
    gain,
    outline,
    read_chunk,
    read_file_range,
    repositories,
    repository_readme,
    retrieve,
    route,
    search_symbols,
)
from apps.mcp.tools.definition import Tool

TOOLS: tuple[Tool[Any], ...] = (
    route.TOOL,
    retrieve.TOOL,
    collection_search.TOOL,
    context.TOOL,
    docs_search.TOOL,
    search_symbols.TOOL,
    repositories.TOOL,
    collections.TOOL,
    outline.TOOL,
    docs_toc.TOOL,
    docs_section.TOOL,
    docs_refs.TOOL,
    repository_readme.TOOL,
    read_file_range.TOOL,
    collection_document.TOOL,
    read_chunk.TOOL,
    gain.TOOL,
)
BY_NAME = {tool.name: tool for tool in TOOLS}


def tool_names() -> frozenset[str]:
    """The names of all tools; reached from below through ``settings.PRESSMARK_TOOLS``."""
    return frozenset(BY_NAME)


def allowed_names(user: Principal) -> frozenset[str]:
    """The tools this caller may use: all, or those on the allow-list of the token."""
    token = acting_token(user)
    if token is None or token.tools is None:
        return frozenset(BY_NAME)
    return frozenset(BY_NAME) & frozenset(token.tools)


def list_definitions(names: Iterable[str]) -> list[mcp_types.Tool]:
    """The definitions of the named tools, in the order of the registry."""
    wanted = set(names)
    return [definition for definition in all_definitions() if definition.name in wanted]


@cache
def all_definitions() -> tuple[mcp_types.Tool, ...]:
    """Definitions do not change while the server runs."""
    return tuple(tool.definition() for tool in TOOLS)


@cache
def input_schemas() -> dict[str, dict[str, Any]]:
    """The input schema of each tool by its name."""
    return {definition.name: definition.input_schema for definition in all_definitions()}
