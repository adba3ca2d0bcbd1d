"""How often one caller may ask."""

from typing import TYPE_CHECKING

from rest_framework.request import Request
from rest_framework.settings import api_settings
from rest_framework.throttling import SimpleRateThrottle

from apps.access.context import get_context

if TYPE_CHECKING:
    # Not at run time: DRF imports this module while it is loading its views.
    from rest_framework.views import APIView


class RequestRate(SimpleRateThrottle):
    """So many requests a minute for each user, or for each address of visitors not signed in.

    The address is that of the connection: a forwarded one could be made up by the caller. Counts
    live in Django's cache, so with the default cache every process has its own.
    """

    scope = "user"

    def allow_request(self, request: Request, view: "APIView") -> bool:
        """Count the request; False leads to 429 with the waiting time."""
        self.scope = "user" if request.user.is_authenticated else "address"
        self.num_requests, self.duration = self.parse_rate(self.get_rate())
        return super().allow_request(request, view)

    def get_rate(self) -> str:
        """The rate from ``REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]``, read anew each time."""
        return str(api_settings.DEFAULT_THROTTLE_RATES[self.scope])

    def get_cache_key(self, request: Request, view: "APIView") -> str:  # noqa: ARG002  DRF's signature
        """Where this caller's history is kept."""
        ident = request.user.pk if self.scope == "user" else get_context().address
        return f"rate:{self.scope}:{ident}"
