"""The resource ``pressmark://briefing``."""

from collections.abc import Mapping

from apps.access.principals import Principal
from apps.mcp.resources.definition import Resource
from apps.retrieval.briefing import current_briefing


def read(*, user: Principal, values: Mapping[str, str]) -> str:  # noqa: ARG001  for everybody
    """The operator's text."""
    return current_briefing() or "The operator of this installation has written no briefing."


RESOURCE = Resource(
    uri="pressmark://briefing",
    name="briefing",
    title="Briefing",
    description="What the operator of this installation tells every agent.",
    read=read,
)
