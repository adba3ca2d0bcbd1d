"""How a REST request says who it comes from: a bearer token, or else the browser's session."""

from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from apps.access.context import get_context
from apps.access.models import AccessToken, User
from apps.access.principals import acting_token
from apps.access.tokens import authenticate_token, note_use


class TokenAuthentication(BaseAuthentication):
    """A personal access token in ``Authorization: Bearer`` (RFC 6750, section 2.1)."""

    def authenticate(self, request: Request) -> tuple[User, AccessToken | None] | None:
        """The token's user, bound to the token; None when the request carries no bearer token.

        Raises `AuthenticationFailed` for a token that is unknown, expired or revoked, or whose
        user is inactive; the four are not told apart.
        """
        words = get_authorization_header(request).decode("latin-1").split()
        if not words or words[0].lower() != "bearer":
            return None
        user = authenticate_token(words[1]) if len(words) == 2 else None
        if user is None:
            raise AuthenticationFailed("The token is unknown, expired or revoked.")
        token = acting_token(user)
        if token is not None:
            note_use(token, get_context().address)
        return user, token

    def authenticate_header(self, request: Request) -> str:  # noqa: ARG002  DRF's signature
        """The challenge of a 401 answer."""
        return "Bearer"
