"""Who is calling: the holder of a bearer token, or anonymous where the deployment allows it."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from apps.access.context import get_context
from apps.access.principals import Principal, acting_token
from apps.access.tokens import authenticate_token, note_use
from apps.mcp.http.metadata import REQUIRED_SCOPES
from apps.mcp.http.refusals import InvalidTokenError, MissingScopeError, MissingTokenError


def identify_caller(request: HttpRequest) -> Principal:
    """The caller with the token bound to it. Cookies play no part.

    Raises `MissingTokenError`, `InvalidTokenError` or `MissingScopeError`.
    """
    header = request.headers.get("Authorization", "").strip()
    if not header:
        if settings.PRESSMARK.public_read:
            return AnonymousUser()
        raise MissingTokenError("Send a token: Authorization: Bearer pmk_pat_…")
    scheme, _, text = header.partition(" ")
    if scheme.lower() != "bearer":
        raise InvalidTokenError("Only Bearer tokens are accepted here.")
    return check_token(text.strip(), get_context().address)


def check_token(text: str, address: str | None) -> Principal:
    """The user of a token that may use MCP; notes the use of the token."""
    user = authenticate_token(text)
    token = None if user is None else acting_token(user)
    if user is None or token is None:
        raise InvalidTokenError("The token is unknown, expired or revoked.")
    missing = [scope for scope in REQUIRED_SCOPES if scope not in token.scopes]
    if missing:
        raise MissingScopeError(f"The token lacks the scope {' and '.join(missing)}.")
    note_use(token, address)
    return user
