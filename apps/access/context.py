"""What is known about the request being served, for logs, errors and the audit log."""

from contextvars import ContextVar
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RequestContext:
    """Id, door and client address of the request; ``command`` when there is none."""

    request_id: str = ""
    surface: str = "command"
    address: str | None = None


current_context: ContextVar[RequestContext] = ContextVar("current_context")


def get_context() -> RequestContext:
    """The context of this request or command."""
    return current_context.get(RequestContext())
