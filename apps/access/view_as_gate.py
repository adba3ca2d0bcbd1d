"""Lets the requests of a view-as session through: as the viewed person, and for reading only."""

from collections.abc import Callable

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.db import InternalError, connection, transaction
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, resolve, reverse

from apps.access.view_as import ViewAs, ViewOverError, current_view, end_view

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
READ_ONLY = "You are seeing Pressmark as somebody else, for reading only. End the view to do this."
CLOSED = "The administration is closed while you see Pressmark as somebody else. End the view."


class ViewAsMiddleware:
    """Puts the viewed person in the place of the admin, inside a read-only transaction.

    Refuses every unsafe method but questions sent by POST, the admin, and requests that also bring
    a token. Stands behind the middleware of sessions, authentication and messages.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        view = find_view(request)
        if view is None:
            return self.get_response(request)
        request.view_as = view  # type: ignore[attr-defined]
        if request.method == "POST" and request.path in {reverse("end_view"), reverse("logout")}:
            if request.path == reverse("logout"):
                end_view(request, reason="Signed out.")
            return self.get_response(request)
        request.user = view.person
        refuse_more_than_reading(request)
        with transaction.atomic(), connection.cursor() as cursor:
            # What a view would write after all is refused by the database (SQL: SET TRANSACTION).
            cursor.execute("SET TRANSACTION READ ONLY")
            return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        """A write that the database has refused is a refusal like any other."""
        if isinstance(error, InternalError) and getattr(request, "view_as", None) is not None:
            raise PermissionDenied(READ_ONLY) from error


def find_view(request: HttpRequest) -> ViewAs | None:
    """The view of a request's session; one that is just over is told and must not be mistaken."""
    if settings.SESSION_COOKIE_NAME not in request.COOKIES:
        return None
    try:
        return current_view(request)
    except ViewOverError as error:
        if request.method not in SAFE:
            # Sent from a page of the viewed person: never carried out as the admin.
            raise PermissionDenied(error.message) from error
        messages.info(request, error.message)
        return None


def only_reads(request: HttpRequest) -> bool:
    """Whether a request changes nothing: by its method, or as a POST to a door that only reads."""
    if request.method in SAFE:
        return True
    try:
        route = resolve(request.path_info).route
    except Resolver404:
        return False
    return request.method == "POST" and route in settings.PRESSMARK_READING_DOORS


def refuse_more_than_reading(request: HttpRequest) -> None:
    """Raise `PermissionDenied` for what a view is not for."""
    if not only_reads(request) or "Authorization" in request.headers:
        raise PermissionDenied(READ_ONLY)
    if request.path.startswith("/admin/"):
        raise PermissionDenied(CLOSED)
