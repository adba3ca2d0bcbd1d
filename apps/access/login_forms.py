"""The limit on tries, for every form that takes a name and a password."""

from typing import Any

from django.contrib.auth.forms import AuthenticationForm
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from unfold.forms import AuthenticationForm as UnfoldAuthenticationForm

from apps.access.login_limits import TooManyTriesError, begin_try, fail_try, forgive_tries


class LimitedLogin(AuthenticationForm):
    """A login form that takes no more tries than `begin_try` allows."""

    retry_after: int | None = None

    def clean(self) -> dict[str, Any]:
        """As Django's, unless this name or address has to wait."""
        name = self.cleaned_data.get("username")
        if name is None or not self.cleaned_data.get("password"):
            return super().clean()
        try:
            begin_try(name=name)
        except TooManyTriesError as error:
            self.retry_after = error.retry_after
            raise ValidationError(error.message, code=error.code) from error
        try:
            cleaned = super().clean()
        except ValidationError:
            fail_try(name=name)
            raise
        forgive_tries(name=name)
        return cleaned


class LimitedAdminLogin(LimitedLogin, UnfoldAuthenticationForm):  # type: ignore[misc]
    """The admin's form: active staff only."""


def told_to_wait(response: HttpResponse) -> HttpResponse:
    """The answer of a login view, as 429 with ``Retry-After`` when its form says so (RFC 6585)."""
    form = (getattr(response, "context_data", None) or {}).get("form")
    if isinstance(form, LimitedLogin) and form.retry_after is not None:
        response.status_code = 429
        response["Retry-After"] = str(form.retry_after)
    return response
