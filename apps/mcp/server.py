"""The MCP server: tool listing and calls on the SDK's protocol layer, for any transport."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
)

from apps.access.principals import Principal
from apps.mcp.calls import call_tool
from apps.mcp.instructions import PLAYBOOK
from apps.mcp.tools.registry import BY_NAME, allowed_names, input_schemas, list_definitions

ResultT = TypeVar("ResultT")
VERSION = "0.1.0"


class Caller(Protocol):
    """Who sent a message, and where the work for it is done."""

    def identify(self) -> Principal:
        """The user, with the token bound to it. May use the database."""
        ...

    async def run(self, work: Callable[[], ResultT]) -> ResultT:
        """Do synchronous work where the database may be used, outside of the event loop."""
        ...


def build_server(find_caller: Callable[[Any], Caller]) -> Server[Any]:
    """A server without state of its own, safe to share between threads.

    ``find_caller`` gets the SDK's context of a message.
    """

    async def list_tools(context: Any, _params: PaginatedRequestParams | None) -> ListToolsResult:
        caller = find_caller(context)
        names = await caller.run(lambda: allowed_names(caller.identify()))
        return ListToolsResult(tools=list_definitions(names))

    async def call(context: Any, params: CallToolRequestParams) -> CallToolResult:
        if params.name not in BY_NAME:
            raise MCPError(INVALID_PARAMS, "NOT_FOUND: There is no tool of that name.")
        caller = find_caller(context)
        return await caller.run(
            lambda: call_tool(
                user=caller.identify(), name=params.name, arguments=params.arguments or {}
            )
        )

    return Server(
        "pressmark",
        version=VERSION,
        title="Pressmark",
        instructions=PLAYBOOK,
        get_tool_input_schema=input_schemas().get,
        on_list_tools=list_tools,
        on_call_tool=call,
    )
