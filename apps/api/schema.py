"""The OpenAPI description: how to sign in, and the error answers that every operation shares."""

from typing import Any

from drf_spectacular.extensions import OpenApiAuthenticationExtension

ERROR = {
    "type": "object",
    "description": "The one shape of every error.",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message", "request_id", "field_errors"],
            "properties": {
                "code": {"type": "string", "example": "INVALID_REQUEST"},
                "message": {"type": "string", "example": "The request is not valid: see top_k."},
                "request_id": {"type": "string", "example": "1f0c9a52b7d94a0e8d3b6f5f4f1c2a77"},
                "field_errors": {
                    "type": "array",
                    "items": {
                        "type": "object",
                        "required": ["field", "message"],
                        "properties": {
                            "field": {"type": "string", "example": "top_k"},
                            "message": {
                                "type": "string",
                                "example": "Ensure this value is less than or equal to 100.",
                            },
                        },
                    },
                },
            },
        }
    },
}
ANSWERS = {
    "400": "The request is not valid (INVALID_REQUEST).",
    "401": "No token or session, or one that is no longer good (UNAUTHENTICATED).",
    "403": "Not allowed (FORBIDDEN), or outside the token's scopes (INSUFFICIENT_SCOPE).",
    "404": "Missing, or hidden from you: the two are not told apart (NOT_FOUND).",
    "409": "Its state does not allow it (CONFLICT, DUPLICATE_NAME, NOT_READY).",
    "412": "The stored version is another one (PRECONDITION_FAILED).",
    "413": "Over a size limit (TOO_LARGE).",
    "415": "A kind of content that is not taken in (UNSUPPORTED_FORMAT).",
    "429": "Too many requests (RATE_LIMITED); `Retry-After` says how many seconds to wait.",
}
ALWAYS = ("400", "401", "403", "404", "429")
WITH_BODY = ("409", "413", "415")
METHODS = ("get", "post", "put", "patch", "delete")


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """Describes `TokenAuthentication`."""

    target_class = "apps.api.authentication.TokenAuthentication"
    name = "bearer"
    priority = 1

    def get_security_definition(self, auto_schema: Any) -> dict[str, Any]:  # noqa: ARG002
        """RFC 6750 bearer tokens."""
        return {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "pmk_pat_…",
            "description": "A personal access token with the scope `api:read` or `api:write`.",
        }


def add_error_answers(result: dict[str, Any], **_options: Any) -> dict[str, Any]:
    """Give each operation the error answers that it can have and does not describe itself."""
    result.setdefault("components", {}).setdefault("schemas", {})["Error"] = ERROR
    for operations in result["paths"].values():
        for method in METHODS:
            if method in operations:
                describe_errors(operations[method], method)
    return result


def describe_errors(operation: dict[str, Any], method: str) -> None:
    """Add the answers to one operation."""
    statuses = list(ALWAYS)
    if method != "get":
        statuses += WITH_BODY
    if any(item["name"] == "If-Match" for item in operation.get("parameters", ())):
        statuses.append("412")
    for status in statuses:
        operation["responses"].setdefault(status, error_answer(ANSWERS[status]))
    operation["responses"] = dict(sorted(operation["responses"].items()))


def error_answer(description: str) -> dict[str, Any]:
    """An answer with the error body."""
    schema = {"$ref": "#/components/schemas/Error"}
    return {"description": description, "content": {"application/json": {"schema": schema}}}
