"""Answers for what goes wrong outside of any REST view.

Django's own pages for a bad request and a fault look into the form for a CSRF token first, which
fails again where the form is what is bad.
"""

from django.core.exceptions import BadRequest
from django.http import (
    Http404,
    HttpRequest,
    HttpResponse,
    HttpResponseBadRequest,
    HttpResponsePermanentRedirect,
    HttpResponseServerError,
    JsonResponse,
)
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve
from django.utils.encoding import iri_to_uri
from django.views import defaults
from django.views.decorators.csrf import csrf_exempt

from apps.api.errors import Problem, describe

PREFIX = "/api/"
FAULT = Problem("INTERNAL_ERROR", "Something went wrong here. The request id helps to find it.")
UNREADABLE = Problem("INVALID_REQUEST", "The request could not be read.")


def answer(problem: Problem) -> HttpResponse:
    """The problem as a plain Django response."""
    return JsonResponse(problem.as_dict(), status=problem.status, headers=problem.headers)


@csrf_exempt
def unknown_address(request: HttpRequest, rest: str) -> HttpResponse:  # noqa: ARG001
    """404 for every address under the prefix that is none of ours.

    One that is ours but for the slash at its end is sent there, method and body included (308).
    """
    twin = request.path.rstrip("/") if request.path.endswith("/") else request.path + "/"
    if is_ours(twin):
        query = request.META.get("QUERY_STRING", "")
        target = iri_to_uri(twin) + (f"?{query}" if query else "")
        return HttpResponsePermanentRedirect(target, preserve_request=True)
    problem = describe(Http404())
    assert problem is not None
    return answer(problem)


def is_ours(path: str) -> bool:
    """Whether a view other than the last resort answers at this path."""
    try:
        return resolve(path).func is not unknown_address
    except Resolver404:
        return False


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler400: what it refuses before a view is reached."""
    if request.path.startswith(PREFIX):
        return answer(describe(exception) or UNREADABLE)
    return HttpResponseBadRequest(render_to_string("400.html"))


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Django's handler403: what is refused before a view is reached, such as by a view-as."""
    problem = describe(exception) if request.path.startswith(PREFIX) else None
    if problem:
        return answer(problem)
    try:
        return defaults.permission_denied(request, exception)
    except BadRequest:
        return bad_request(request, exception)


def server_error(request: HttpRequest) -> HttpResponse:
    """Django's handler500: a fault of ours, which Django has logged."""
    if request.path.startswith(PREFIX):
        return answer(FAULT)
    return HttpResponseServerError(render_to_string("500.html"))
