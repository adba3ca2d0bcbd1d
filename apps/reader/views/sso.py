"""Signing in through the identity provider."""

from django.conf import settings
from django.contrib import auth
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from apps.access.errors import DomainError, UnavailableError
from apps.access.sign_ins import note_sign_in
from apps.access.sso.accounts import admit
from apps.access.sso.provider import is_sso_on, receive_claims, send_to_provider

NEXT = "sso_next"
BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_GET
@never_cache
def begin(request: HttpRequest) -> HttpResponse:
    """Off to the provider; the page that was wanted is remembered."""
    require_sso()
    request.session[NEXT] = request.GET.get("next", "")
    own = settings.PRESSMARK.public_url or request.build_absolute_uri("/")
    try:
        return send_to_provider(request, back=own.rstrip("/") + reverse("sso_callback"))
    except DomainError as error:
        return refuse(request, error)


@require_GET
@never_cache
def callback(request: HttpRequest) -> HttpResponse:
    """Back from the provider: a session for the person it vouches for, or the reason why not."""
    require_sso()
    wanted = request.session.pop(NEXT, "")
    try:
        person = admit(receive_claims(request))
    except DomainError as error:
        return refuse(request, error)
    auth.login(request, person, backend=BACKEND)
    note_sign_in(request)
    return redirect(wanted if is_own(request, wanted) else "home")


def require_sso() -> None:
    """Raise `Http404` where there is no provider."""
    if not is_sso_on():
        raise Http404


def refuse(request: HttpRequest, error: DomainError) -> HttpResponse:
    """The page that says why nobody is signed in."""
    status = 503 if isinstance(error, UnavailableError) else 403
    return render(request, "error.html", {"message": error.message}, status=status)


def is_own(request: HttpRequest, address: str) -> bool:
    """Whether an address is one of ours."""
    return url_has_allowed_host_and_scheme(
        address, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
