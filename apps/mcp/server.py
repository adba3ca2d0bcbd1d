"""The MCP server: tool listing and calls on the SDK's protocol layer, for any transport."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from mcp import MCPError
from mcp.server.lowlevel import Server
from mcp_types import (
    INVALID_PARAMS,
    CallToolRequestParams,
    CallToolResult,
    GetPromptRequestParams,
    GetPromptResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
)
from pydantic import BaseModel

from apps.access.principals import Principal
from apps.mcp import offers
from apps.mcp.briefing import instructions
from apps.mcp.calls import call_tool
from apps.mcp.tools.registry import BY_NAME, allowed_names, input_schemas, list_definitions

ResultT = TypeVar("ResultT")
VERSION = "0.1.0"
GREETINGS = ("initialize", "server/discover")


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

    server: Server[Any] = Server(
        "pressmark",
        version=VERSION,
        title="Pressmark",
        get_tool_input_schema=input_schemas().get,
        on_list_tools=list_tools,
        on_call_tool=call,
        **offer_handlers(find_caller),
    )
    server.middleware.append(tell_instructions(find_caller))
    return server


def offer_handlers(find_caller: Callable[[Any], Caller]) -> dict[str, Any]:
    """The handlers for resources and prompts; only reading a resource needs to know the caller."""

    async def list_resources(_context: Any, _params: Any) -> ListResourcesResult:
        return offers.list_resources()

    async def list_templates(_context: Any, _params: Any) -> ListResourceTemplatesResult:
        return offers.list_templates()

    async def read(context: Any, params: ReadResourceRequestParams) -> ReadResourceResult:
        caller = find_caller(context)
        answer = await caller.run(lambda: offers.read(user=caller.identify(), uri=params.uri))
        if isinstance(answer, MCPError):
            raise answer
        return answer

    async def list_prompts(_context: Any, _params: Any) -> ListPromptsResult:
        return offers.list_prompts()

    async def get_prompt(_context: Any, params: GetPromptRequestParams) -> GetPromptResult:
        return offers.get_prompt(params.name, params.arguments or {})

    return {
        "on_list_resources": list_resources,
        "on_list_resource_templates": list_templates,
        "on_read_resource": read,
        "on_list_prompts": list_prompts,
        "on_get_prompt": get_prompt,
    }


def tell_instructions(find_caller: Callable[[Any], Caller]) -> Any:
    """A middleware that puts the current instructions into the answer to a new client.

    The SDK knows instructions that stay as they were when the server was built; the briefing is
    edited while it runs.
    """

    async def add(context: Any, go_on: Callable[[Any], Awaitable[Any]]) -> Any:
        result = await go_on(context)
        if context.method not in GREETINGS:
            return result
        text = await find_caller(context).run(instructions)
        if isinstance(result, BaseModel):
            return result.model_copy(update={"instructions": text})
        return {**result, "instructions": text}

    return add
