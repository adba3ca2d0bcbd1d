"""The one place where errors become REST answers, all in one shape."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import (
    BadRequest,
    PermissionDenied,
    RequestDataTooBig,
    SuspiciousOperation,
    TooManyFieldsSent,
    TooManyFilesSent,
)
from django.db import DataError, IntegrityError, OperationalError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions
from rest_framework.response import Response

from apps.access.context import get_context
from apps.access.errors import DomainError, NotFoundError
from apps.text.errors import TextError

logger = logging.getLogger(__name__)

STATUS = {
    "INVALID_REQUEST": 400,
    "BUDGET_TOO_SMALL": 400,
    "UNAUTHENTICATED": 401,
    "FORBIDDEN": 403,
    "INSUFFICIENT_SCOPE": 403,
    "NOT_FOUND": 404,
    "METHOD_NOT_ALLOWED": 405,
    "NOT_ACCEPTABLE": 406,
    "CONFLICT": 409,
    "DUPLICATE_NAME": 409,
    "NOT_READY": 409,
    "PRECONDITION_FAILED": 412,
    "TOO_LARGE": 413,
    "UNSUPPORTED_FORMAT": 415,
    "RATE_LIMITED": 429,
    "INTERNAL_ERROR": 500,
    "UNAVAILABLE": 503,
}
# Codes from below that this surface calls by another name.
RENAMED = {
    "text": "INVALID_REQUEST",
    "encoding": "UNSUPPORTED_FORMAT",
    "too_large": "TOO_LARGE",
}
REST_CODES: tuple[tuple[type[exceptions.APIException], str], ...] = (
    (exceptions.ParseError, "INVALID_REQUEST"),
    (exceptions.NotAuthenticated, "UNAUTHENTICATED"),
    (exceptions.AuthenticationFailed, "UNAUTHENTICATED"),
    (exceptions.PermissionDenied, "FORBIDDEN"),
    (exceptions.MethodNotAllowed, "METHOD_NOT_ALLOWED"),
    (exceptions.NotAcceptable, "NOT_ACCEPTABLE"),
    (exceptions.UnsupportedMediaType, "UNSUPPORTED_FORMAT"),
    (exceptions.Throttled, "RATE_LIMITED"),
)
TOO_BIG = (RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent)
WHOLE_BODY = "body"


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, as the caller is told."""

    code: str
    message: str
    field_errors: tuple[tuple[str, str], ...] = ()
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def status(self) -> int:
        """The HTTP status that belongs to the code."""
        return STATUS[self.code]

    def as_dict(self) -> dict[str, Any]:
        """The body of the answer."""
        errors = [{"field": sendable(f), "message": sendable(m)} for f, m in self.field_errors]
        return {
            "error": {
                "code": self.code,
                "message": sendable(self.message),
                "request_id": get_context().request_id,
                "field_errors": errors,
            }
        }


def sendable(text: str) -> str:
    """The text without half surrogate pairs, which messages that quote the input may hold."""
    return text.encode("utf-8", "replace").decode()


def handle_exception(error: Exception, context: dict[str, Any]) -> Response | None:  # noqa: ARG001
    """DRF's hook: the answer for an error, or None for a fault of ours (a logged 500)."""
    problem = describe(error)
    if problem is None:
        return None
    return Response(problem.as_dict(), status=problem.status, headers=problem.headers)


def describe(error: Exception) -> Problem | None:
    """The problem that an error stands for; None when nobody foresaw it."""
    if isinstance(error, DomainError | TextError):
        fields = tuple((item.field, item.message) for item in getattr(error, "field_errors", ()))
        return Problem(code_of(error), error.message, fields)
    if isinstance(error, Http404 | exceptions.NotFound):
        return Problem("NOT_FOUND", NotFoundError().message)
    if isinstance(error, exceptions.APIException):
        return describe_rest_error(error)
    return describe_django_error(error)


def code_of(error: DomainError | TextError) -> str:
    """The error's own code where it has a status, else that of the kind of error it is."""
    own = (getattr(kind, "code", "") for kind in type(error).__mro__)
    codes = (RENAMED.get(code, code) for code in own)
    return next((code for code in codes if code in STATUS), "INVALID_REQUEST")


def describe_rest_error(error: exceptions.APIException) -> Problem | None:
    """Errors that DRF raises itself."""
    if isinstance(error, exceptions.ValidationError):
        fields = tuple(flatten(error.detail))
        names = ", ".join(dict.fromkeys(name for name, _ in fields))
        return Problem("INVALID_REQUEST", f"The request is not valid: see {names}.", fields)
    for kind, code in REST_CODES:
        if isinstance(error, kind):
            return Problem(code, str(error.detail), headers=headers_of(error))
    return None


def headers_of(error: exceptions.APIException) -> dict[str, str]:
    """The challenge of a 401 and the waiting time, in seconds, of a 429."""
    headers = {}
    if challenge := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = challenge
    if isinstance(error, exceptions.Throttled):
        headers["Retry-After"] = str(max(1, getattr(error, "wait", None) or 1))
    return headers


def describe_django_error(error: Exception) -> Problem | None:
    """Errors of Django and of the database that tell of the input or of the moment."""
    if isinstance(error, TOO_BIG):
        return Problem("TOO_LARGE", "The request is over the size limit.")
    if isinstance(error, SuspiciousOperation | BadRequest | UnreadablePostError):
        return Problem("INVALID_REQUEST", "The request could not be read.")
    if isinstance(error, PermissionDenied):
        return Problem("FORBIDDEN", str(error) or "You have no right to do this.")
    if isinstance(error, DataError):
        logger.warning("a value passed validation but not the database", exc_info=error)
        return Problem("INVALID_REQUEST", "A value is out of range.")
    if isinstance(error, IntegrityError):
        logger.warning("two changes met", exc_info=error)
        return Problem("CONFLICT", "Somebody changed this at the same moment. Try again.")
    if isinstance(error, OperationalError):
        logger.error("the database did not answer", exc_info=error)
        return Problem("UNAVAILABLE", "Try again in a moment.", headers={"Retry-After": "5"})
    return None


def flatten(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Pairs of a dotted field name and a message from DRF's nested errors."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = path if name == "non_field_errors" else f"{path}.{name}".lstrip(".")
            yield from flatten(inner, own)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            # A list of messages belongs to the field itself, one of dictionaries to its items.
            own = f"{path}.{index}".lstrip(".") if isinstance(inner, dict | list) else path
            yield from flatten(inner, own)
    else:
        yield path or WHOLE_BODY, str(detail)
