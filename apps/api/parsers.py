"""Request bodies, with ceilings on what is read at all."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.request import Request

from apps.access.errors import TooLargeError

# JSON escapes may make a document several times as long as its text.
JSON_FACTOR = 4
# Boundaries, headers and fields around the files of a form.
FORM_OVERHEAD = 4 * 1024 * 1024
MEBIBYTE = 1024 * 1024


class JsonBody(JSONParser):
    """JSON, however deep somebody has nested it."""

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        """The parsed value. Raises `ParseError` for what is no JSON."""
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


def is_form(request: Request) -> bool:
    """Whether the body is a multipart form, whose files are spooled to disk."""
    return (request.content_type or "").lower().startswith("multipart/")


def check_length(request: Request) -> None:
    """Raise `TooLargeError` when the request announces more than may be read.

    Call it before anything touches the body: JSON is read into memory as a whole.
    """
    limits = settings.PRESSMARK.limits
    form, json = FORM_OVERHEAD + limits.archive_bytes, JSON_FACTOR * limits.document_bytes
    most = form if is_form(request) else json
    # DRF reads no body whose length is missing or not a number.
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > most:
        raise TooLargeError(f"The request is over the limit of {max(1, most // MEBIBYTE)} MiB.")
