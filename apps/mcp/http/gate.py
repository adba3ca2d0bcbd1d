"""What a request must be before anybody looks into it."""

import json
import re
from typing import NoReturn
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest
from django.http.request import split_domain_port, validate_host

from apps.mcp.http.refusals import (
    ForeignOriginError,
    RefusedError,
    TooLargeBodyError,
    UnreadableError,
    WrongMethodError,
)
from apps.mcp.http.shape import check_shape

BODY_BYTES = 1024 * 1024
ESCAPED_SURROGATE = re.compile(rb"\\u[dD][89a-fA-F]")
LOCAL_HOSTS = [".localhost", "127.0.0.1", "[::1]"]


def check_method(request: HttpRequest) -> None:
    """Raise `WrongMethodError` for anything but POST."""
    if request.method != "POST":
        raise WrongMethodError("Send JSON-RPC messages by POST.")


def check_origin(request: HttpRequest) -> None:
    """Raise `ForeignOriginError` when a page of a host we do not serve sent the request.

    This is what stops DNS rebinding, together with Django's own check of the Host header.
    """
    origin = request.headers.get("Origin")
    if origin is None or origin == settings.PRESSMARK.public_url:
        return
    try:
        parts = urlsplit(origin)
    except ValueError:
        parts = urlsplit("")
    domain, _port = split_domain_port(parts.netloc)
    allowed = settings.ALLOWED_HOSTS or (LOCAL_HOSTS if settings.DEBUG else [])
    is_web = parts.scheme in {"http", "https"}
    if not (is_web and domain and validate_host(domain, allowed)):
        raise ForeignOriginError("Pages of that origin may not use this endpoint.")


def read_message(request: HttpRequest) -> bytes:
    """The body, known to be one JSON-RPC message of decent size and clean text.

    Raises `TooLargeBodyError`, `UnreadableError`, or `RefusedError` for a batch or another
    thing that is no message.
    """
    if int(request.META.get("CONTENT_LENGTH") or 0) > BODY_BYTES:
        raise TooLargeBodyError(f"A message may have {BODY_BYTES} bytes.")
    body = request.body
    if len(body) > BODY_BYTES:
        raise TooLargeBodyError(f"A message may have {BODY_BYTES} bytes.")
    try:
        message = json.loads(body.decode("utf-8"), parse_constant=refuse_constant)
        if ESCAPED_SURROGATE.search(body):
            json.dumps(message, ensure_ascii=False).encode("utf-8")
    except (ValueError, RecursionError):
        raise UnreadableError("The body is not valid JSON in UTF-8.") from None
    if not isinstance(message, dict):
        raise RefusedError("Send one JSON-RPC object; batches are not supported.")
    check_shape(message)
    return body


def refuse_constant(name: str) -> NoReturn:
    """Python would read NaN and Infinity, which JSON does not have."""
    raise ValueError(name)
