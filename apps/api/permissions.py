"""What a request may do at all, before any row is looked at."""

from typing import TYPE_CHECKING

from django.conf import settings
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request

from apps.access.errors import InsufficientScopeError
from apps.access.models import Scope
from apps.access.principals import acting_token

if TYPE_CHECKING:
    # Not at run time: DRF imports this module while it is loading its views.
    from rest_framework.views import APIView


class TokenScope(BasePermission):
    """Signed in, and within the token's scopes: reading needs ``api:read``, the rest ``api:write``.

    A view whose POST is a search says so by ``read_methods``; one that is about the caller's own
    things says ``is_public = False``. Anonymous reading is for deployments that allow it.
    """

    def has_permission(self, request: Request, view: "APIView") -> bool:
        """False leads to 401; raises `InsufficientScopeError` when the token falls short."""
        reads = request.method in getattr(view, "read_methods", SAFE_METHODS)
        if not request.user.is_authenticated:
            is_public: bool = settings.PRESSMARK.public_read and getattr(view, "is_public", True)
            return is_public and reads
        token = acting_token(request.user)
        needed = Scope.API_READ if reads else Scope.API_WRITE
        if token is not None and needed not in token.scopes:
            raise InsufficientScopeError(f"This needs a token with the scope {needed}.")
        return True
