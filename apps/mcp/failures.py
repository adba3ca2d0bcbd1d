"""Errors as an agent sees them: a code, what went wrong, and what to do next."""

from typing import Any

from mcp_types import CallToolResult, TextContent

from apps.access.errors import DomainError
from apps.mcp.replies import GREATEST_MAX_TOKENS
from apps.text.errors import TextError

NEXT_STEPS = {
    "NOT_FOUND": "Check the spelling of the mark, or call repositories or collections to see "
    "what you can read.",
    "NOT_READY": "Call again in a minute.",
    "INVALID_REQUEST": "Correct the fields named above and call again.",
    "INSUFFICIENT_SCOPE": "Ask for a token that covers this call; people make them under "
    "/account/tokens.",
    "BUDGET_TOO_SMALL": f"Call again with more max_tokens (at most {GREATEST_MAX_TOKENS}), "
    "or ask for less.",
}
OTHERWISE = "Change the request; the same one will fail again."


def failure(error: DomainError | TextError) -> CallToolResult:
    """The error result of a tool. Clients may drop the structure, so the text has it all."""
    code = code_of(error)
    fields = error.field_errors if isinstance(error, DomainError) else ()
    next_step = NEXT_STEPS.get(code, OTHERWISE)
    lines = [f"{code}: {error.message}"]
    lines += [f"- {item.field}: {item.message}" for item in fields]
    lines.append(f"What to do next: {next_step}")
    structure: dict[str, Any] = {
        "code": code,
        "message": error.message,
        "next": next_step,
        "field_errors": [{"field": item.field, "message": item.message} for item in fields],
    }
    return CallToolResult(
        content=[TextContent(type="text", text="\n".join(lines))],
        structured_content={"error": structure},
        is_error=True,
    )


def code_of(error: DomainError | TextError) -> str:
    """The code of an error, or of the kind that it is a case of when agents know only that."""
    if not isinstance(error, DomainError):
        return "INVALID_REQUEST"
    kinds = type(error).__mro__
    codes = [kind.code for kind in kinds[: kinds.index(DomainError)] if hasattr(kind, "code")]
    return next((code for code in codes if code in NEXT_STEPS), error.code)
