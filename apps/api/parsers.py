"""Request bodies, with ceilings on what is read into memory."""

from collections.abc import Mapping
from typing import IO, Any

from django.conf import settings
from rest_framework.exceptions import ParseError
from rest_framework.parsers import DataAndFiles, JSONParser, MultiPartParser
from rest_framework.request import Request

from apps.access.errors import TooLargeError

# JSON escapes may make a document several times as long as its text.
JSON_FACTOR = 4
# Boundaries, headers and fields around the files of a form.
FORM_OVERHEAD = 4 * 1024 * 1024
Context = Mapping[str, Any] | None


class JsonBody(JSONParser):
    """JSON of at most four times the size that a document may have."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Context = None
    ) -> Any:
        """The parsed value. Raises `TooLargeError`, and `ParseError` for what is no JSON."""
        check_length(parser_context, JSON_FACTOR * settings.PRESSMARK.limits.document_bytes)
        try:
            return super().parse(stream, media_type, parser_context)
        except RecursionError:
            raise ParseError("The JSON is nested too deeply.") from None


class FormBody(MultiPartParser):
    """A multipart form; its files are spooled to disk when they are large."""

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Context = None
    ) -> "DataAndFiles[Any, Any]":
        """The form's fields and files. Raises `TooLargeError`, and `ParseError` when damaged."""
        check_length(parser_context, FORM_OVERHEAD + settings.PRESSMARK.limits.archive_bytes)
        return super().parse(stream, media_type, parser_context)


def check_length(parser_context: Context, most: int) -> None:
    """Raise `TooLargeError` when the request announces more than ``most`` bytes."""
    request: Request = (parser_context or {})["request"]
    # DRF reads no body whose length is missing or not a number.
    length = request.META.get("CONTENT_LENGTH") or "0"
    if length.isdecimal() and int(length) > most:
        raise TooLargeError(f"The request is over the limit of {most // 1024 // 1024} MiB.")
