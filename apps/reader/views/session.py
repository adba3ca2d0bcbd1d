"""Signing in and out, the password, and the light or dark theme."""

from typing import Any

from django.contrib import messages
from django.contrib.auth import views as auth
from django.contrib.auth.forms import AuthenticationForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse_lazy
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_POST

from apps.access.login_forms import LimitedLogin, told_to_wait
from apps.access.sign_ins import note_new_password, note_sign_in
from apps.access.sso.provider import sso_label
from apps.access.view_as import end_view

PERSON_PAGE = "admin:access_user_change"
THEMES = ("light", "dark")
YEAR = 365 * 24 * 3600


class Login(auth.LoginView):
    """The login page; a signed-in visitor goes on, one who has failed too often waits."""

    authentication_form = LimitedLogin
    template_name = "reader/login.html"
    redirect_authenticated_user = True

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """With the name of the identity provider, if there is one."""
        return super().get_context_data(**kwargs) | {"sso_label": sso_label()}

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """On to the page asked for; the new session is noted."""
        response = super().form_valid(form)
        note_sign_in(self.request)
        return response

    def form_invalid(self, form: AuthenticationForm) -> HttpResponse:
        """The page again, with what was wrong."""
        return told_to_wait(super().form_invalid(form))


class Logout(auth.LogoutView):
    """Ends the session, by POST only."""


class ChangePassword(auth.PasswordChangeView):
    """A new password for whoever is signed in."""

    template_name = "reader/password.html"
    success_url = reverse_lazy("home")

    def form_valid(self, form: object) -> HttpResponse:
        """Say that it worked, since the next page is another. All other sessions are over."""
        response = super().form_valid(form)  # type: ignore[arg-type]
        note_new_password(self.request)
        messages.success(self.request, "Your password is changed.")
        return response


@require_POST
def end_view_as(request: HttpRequest) -> HttpResponse:
    """End a view-as and go back to the viewed person's page in the admin."""
    person_id = end_view(request)
    return redirect("home") if person_id is None else redirect(PERSON_PAGE, person_id)


@require_POST
def choose_theme(request: HttpRequest) -> HttpResponse:
    """Remember light or dark in a cookie (anything else: as the system has it), then go back."""
    response = redirect(back_address(request))
    chosen = request.POST.get("theme", "")
    if chosen in THEMES:
        response.set_cookie("theme", chosen, max_age=YEAR, samesite="Lax")
    else:
        response.delete_cookie("theme")
    return response


def back_address(request: HttpRequest) -> str:
    """The page the visitor came from, if it is one of ours."""
    back = request.POST.get("next", "")
    is_ours = url_has_allowed_host_and_scheme(
        back, allowed_hosts={request.get_host()}, require_https=request.is_secure()
    )
    return back if is_ours else "/"
