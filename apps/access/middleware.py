"""Gives every request an id that errors, logs and audit entries carry."""

import re
import uuid
from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from apps.access.addresses import client_address
from apps.access.context import RequestContext, current_context

ACCEPTED_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")


class RequestIdMiddleware:
    """Takes over a well-formed ``X-Request-ID`` or makes one, and sends it back."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-ID", "")
        request_id = given if ACCEPTED_ID.fullmatch(given) else uuid.uuid4().hex
        context = RequestContext(request_id, surface_of(request.path), client_address(request))
        token = current_context.set(context)
        try:
            response = self.get_response(request)
        finally:
            current_context.reset(token)
        response["X-Request-ID"] = request_id
        return response


def surface_of(path: str) -> str:
    """Which door a path belongs to."""
    first = path.lstrip("/").split("/", 1)[0]
    return first if first in {"api", "mcp", "admin"} else "reader"
