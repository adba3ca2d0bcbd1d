"""Domain errors as pages."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.defaults import page_not_found

from apps.access.errors import (
    ConflictError,
    DomainError,
    ForbiddenError,
    NotFoundError,
    NotReadyError,
    PreconditionFailedError,
    TooLargeError,
    UnsupportedFormatError,
)

STATUSES: tuple[tuple[type[DomainError], int], ...] = (
    (NotFoundError, 404),
    (ForbiddenError, 403),
    (PreconditionFailedError, 412),
    (ConflictError, 409),
    (TooLargeError, 413),
    (UnsupportedFormatError, 415),
    (NotReadyError, 409),
)


def status_of(error: DomainError) -> int:
    """The HTTP status that tells of a domain error; 422 unless the table says otherwise."""
    return next((status for kind, status in STATUSES if isinstance(error, kind)), 422)


def error_page(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page for an error that no form on the page could show.

    What is hidden gets Django's own answer to an unknown address, so that the two are one.
    """
    status = status_of(error)
    if status == 404:
        return page_not_found(request, Http404())
    template = "403.html" if status == 403 else "error.html"
    return render(request, template, {"message": error.message}, status=status)
