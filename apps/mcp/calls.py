"""Runs one tool call from its name and raw arguments to its result."""

from collections.abc import Mapping
from typing import Any

from mcp_types import CallToolResult, TextContent

from apps.access.errors import DomainError, InsufficientScopeError
from apps.access.principals import Principal
from apps.mcp.budget import check_budget
from apps.mcp.failures import failure
from apps.mcp.tools.definition import Tool
from apps.mcp.tools.registry import BY_NAME, allowed_names
from apps.retrieval.gain.crediting import credit
from apps.text.errors import TextError


def call_tool(*, user: Principal, name: str, arguments: Mapping[str, Any]) -> CallToolResult:
    """The tool's answer, or an error result when the call is refused or fails.

    Raises `KeyError` when there is no tool of that name.
    """
    tool: Tool[Any] = BY_NAME[name]
    try:
        check_allowed(user, name)
        reply, max_tokens = tool.answer_call(user, arguments)
        check_budget(reply, max_tokens)
    except (DomainError, TextError) as error:
        return failure(error)
    credit(user=user, answer=reply.structured)
    return CallToolResult(
        content=[TextContent(type="text", text=reply.text)],
        structured_content=dict(reply.structured),
    )


def check_allowed(user: Principal, name: str) -> None:
    """Raise `InsufficientScopeError` when the token's allow-list leaves the tool out."""
    allowed = allowed_names(user)
    if name not in allowed:
        names = ", ".join(sorted(allowed)) or "none"
        raise InsufficientScopeError(
            f"This token may not use the tool {name}. It may use: {names}."
        )
