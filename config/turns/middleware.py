"""Requests that compute for long take turns; all others pass."""

import logging
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, UnreadablePostError

from config.turns.semaphore import Semaphore

# Then it is better served out of turn than not at all: something must hang.
LONGEST_WAIT = 20.0
# In bytes: no question is longer, so what is has no turn. MCP's own limit.
LONGEST_BODY = 1024 * 1024

# Doors, by their route, that compute for long.
QUEUED_DOORS = frozenset(
    {
        "api/retrieve",
        "api/route",
        "api/context",
        "api/md-collections/<ident:collection_id>/search",
        *("search", "pack", "route"),
        *("mcp", "mcp/"),
    }
)

logger = logging.getLogger(__name__)


class TurnsMiddleware:
    """Lets only so many searches compute at once, over all processes that `up` serves with.

    More at once make none faster, and without an order some wait several times as long as others:
    each process has a queue of its own, and connections are spread over them by chance. What
    computes for long are `QUEUED_DOORS`. Without ``PRESSMARK_TURNS``,
    where `up` does not run the server, everything passes.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        number = settings.PRESSMARK_TURNS
        self.semaphore = Semaphore(number) if number >= 0 else None

    def __call__(self, request: HttpRequest) -> HttpResponse:
        try:
            return self.get_response(request)
        finally:
            if self.semaphore and getattr(request, "has_turn", False):
                self.semaphore.give_back()

    def process_view(
        self, request: HttpRequest, _view: Callable[..., Any], _args: Any, _kwargs: Any
    ) -> HttpResponse | None:
        """Wait here: the address is known now, and nothing was asked of the database yet."""
        route = request.resolver_match and request.resolver_match.route
        if self.semaphore and route in QUEUED_DOORS:
            try:
                if not is_received(request):
                    return None
            except UnreadablePostError:
                return HttpResponseBadRequest()
            has_turn = self.semaphore.take(LONGEST_WAIT)
            request.has_turn = has_turn  # type: ignore[attr-defined]
            if not has_turn:
                logger.warning("%s is answered out of turn", request.path)
        return None


def is_received(request: HttpRequest) -> bool:
    """Read the body, which may come slowly or never, before a place is held; False if too long.

    Raises `UnreadablePostError` when the client has gone.
    """
    length = request.META.get("CONTENT_LENGTH") or "0"
    if not length.isdecimal() or int(length) > LONGEST_BODY:
        return False
    # Django has read a form already, to look for its token.
    if not getattr(request, "_read_started", True):
        request.body  # noqa: B018  kept by Django
    return True
