"""Requests that never reach a tool: each is answered with a JSON-RPC error and an HTTP status.

The official clients show the message of such an error, whatever the status.
"""

from collections.abc import Mapping
from typing import ClassVar

from django.http import HttpRequest, HttpResponse, JsonResponse
from mcp_types import INVALID_REQUEST, PARSE_ERROR

from apps.access.context import get_context
from apps.mcp.http.metadata import metadata_url


class RefusedError(Exception):
    """The request is refused; ``code`` is stable, the message says what to do."""

    status: ClassVar[int] = 400
    code: ClassVar[str] = "INVALID_REQUEST"
    rpc_code: ClassVar[int] = INVALID_REQUEST

    def headers(self, request: HttpRequest) -> Mapping[str, str]:  # noqa: ARG002
        """Headers the status calls for."""
        return {}


class UnreadableError(RefusedError):
    """The body is no JSON."""

    rpc_code = PARSE_ERROR


class WrongMethodError(RefusedError):
    """Only POST is answered: there is no session to listen to or to end."""

    status = 405
    code = "METHOD_NOT_ALLOWED"

    def headers(self, request: HttpRequest) -> Mapping[str, str]:  # noqa: ARG002
        """What is allowed (RFC 9110, section 15.5.6)."""
        return {"Allow": "POST"}


class ForeignOriginError(RefusedError):
    """A browser sent the request from a page of another site."""

    status = 403
    code = "FORBIDDEN_ORIGIN"


class TooLargeBodyError(RefusedError):
    """The body is over the limit."""

    status = 413
    code = "TOO_LARGE"


class ChallengeError(RefusedError):
    """No usable token; the answer says where to learn which one is needed (RFC 6750, RFC 9728)."""

    status = 401
    challenge: ClassVar[str] = ""

    def headers(self, request: HttpRequest) -> Mapping[str, str]:
        """The challenge of RFC 6750, section 3."""
        value = f'Bearer resource_metadata="{metadata_url(request)}"{self.challenge}'
        return {"WWW-Authenticate": value}


class MissingTokenError(ChallengeError):
    """There is no token and anonymous reading is off."""

    code = "MCP_TOKEN_MISSING"


class InvalidTokenError(ChallengeError):
    """The token is unknown, expired or revoked."""

    code = "MCP_TOKEN_INVALID"
    challenge = ', error="invalid_token"'


class MissingScopeError(ChallengeError):
    """The token's scopes do not cover MCP."""

    status = 403
    code = "INSUFFICIENT_SCOPE"
    challenge = ', error="insufficient_scope", scope="mcp api:read"'


def refusal_response(request: HttpRequest, refusal: RefusedError) -> HttpResponse:
    """The refusal as a JSON-RPC error without an id."""
    data = {"code": refusal.code, "request_id": get_context().request_id}
    error = {"code": refusal.rpc_code, "message": f"{refusal.code}: {refusal}", "data": data}
    body = {"jsonrpc": "2.0", "id": None, "error": error}
    return JsonResponse(body, status=refusal.status, headers=dict(refusal.headers(request)))
