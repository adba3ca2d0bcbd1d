"""What every page shares: who may enter, errors in our style, and partial or whole answers."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, cast

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.views.decorators.http import require_http_methods
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from apps.access.errors import DomainError
from apps.reader.errors import error_page

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponseBase]


def page(*methods: str, members_only: bool = False) -> Callable[[View[P]], View[P]]:
    """Make a view a page of the reader.

    Visitors who may not enter are sent to the login page, whether or not the address exists.
    Domain errors become error pages; what is hidden answers exactly like what is missing.
    ``methods`` beside GET and HEAD are allowed too; ``members_only`` asks for a login always.
    """

    def decorate(view: View[P]) -> View[P]:
        @require_http_methods(["GET", "HEAD", *methods])
        @wraps(view)
        def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
            if not may_enter(request, members_only=members_only):
                return ask_for_login(request)
            response: HttpResponseBase
            try:
                response = view(request, *args, **kwargs)
            except DomainError as error:
                response = error_page(request, error)
            patch_vary_headers(response, ["HX-Request", "Cookie"])
            if not response.has_header("Cache-Control"):
                patch_cache_control(response, private=True, no_cache=True)
            return response

        guarded.is_page = True  # type: ignore[attr-defined]
        return cast("View[P]", guarded)

    return decorate


def may_enter(request: HttpRequest, *, members_only: bool = False) -> bool:
    """Whether the visitor is signed in, or anonymous reading is on and enough for this page."""
    if request.user.is_authenticated:
        return True
    return settings.PRESSMARK.public_read and not members_only


def ask_for_login(request: HttpRequest) -> HttpResponse:
    """Send the visitor to the login page and back here; a partial makes the whole page go."""
    back = request.get_full_path() if request.method in {"GET", "HEAD"} else "/"
    htmx = htmx_of(request)
    if not htmx:
        return redirect_to_login(back)
    whole = htmx.current_url_abs_path or "/"
    return HttpResponseClientRedirect(redirect_to_login(whole).url)


def wants_partial(request: HttpRequest) -> bool:
    """Whether HTMX asks for the part it swaps; restored history and boosts get whole pages."""
    htmx = htmx_of(request)
    return bool(htmx) and not htmx.boosted and not htmx.history_restore_request


def htmx_of(request: HttpRequest) -> HtmxDetails:
    """What the middleware of django-htmx found in the request's headers."""
    return cast("HtmxDetails", request.htmx)  # type: ignore[attr-defined]
