"""The tool ``route``: which sources a question belongs to."""

from typing import Any, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from apps.access.principals import Principal
from apps.mcp.replies import Reply
from apps.mcp.tools.definition import Arguments, Text, Tool
from apps.retrieval.routing.request import QUERY_CHARS, TOP_K, RouteRequest
from apps.retrieval.routing.routes import Destination
from apps.retrieval.routing.routing import find_routes


class RouteArguments(Arguments):
    """A question, and how many sources of each kind to name."""

    query: Text = Field(max_length=QUERY_CHARS)
    top_k: int = Field(3, ge=TOP_K[0], le=TOP_K[1])


class RouteAnswer(TypedDict):
    """Sources of both kinds, best first, with REST's fields."""

    repositories: list[dict[str, Any]]
    collections: list[dict[str, Any]]
    degraded: NotRequired[list[dict[str, Any]]]


def route(*, user: Principal, arguments: RouteArguments) -> Reply:
    """The sources that most likely answer the question."""
    request = RouteRequest(arguments.query, arguments.top_k)
    routes = find_routes(user=user, request=request)
    lines = [
        *listed("Repositories", routes.repositories),
        *listed("Collections", routes.collections),
        *(
            f"Degraded ({one['stream']}, {one['code']}): {one['message']}"
            for one in routes.degraded
        ),
    ]
    return Reply(routes.as_dict(), "\n".join(lines))


def listed(head: str, found: tuple[Destination, ...]) -> list[str]:
    """One pool as a list."""
    lines = [f"- `{one.mark}` ({one.score:g}): {one.why}" for one in found]
    return [f"{head}:", *(lines or ["- none"])]


TOOL = Tool(
    name="route",
    summary="Names the sources a question belongs to.",
    use_when="there are many sources",
    avoid="for answers (retrieve)",
    arguments=RouteArguments,
    answer=RouteAnswer,
    handle=route,
)
