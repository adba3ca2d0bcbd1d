"""Posted forms: validate, run one service, and show in the form what the service refused."""

from collections.abc import Callable
from typing import Any, TypeVar

from django import forms
from django.http import HttpRequest

from apps.access.errors import DomainError, ForbiddenError, NotFoundError

T = TypeVar("T")


def submit(
    request: HttpRequest, form: forms.Form, service: Callable[..., T], **fixed: Any
) -> T | None:
    """Call ``service`` with the cleaned data of a posted, valid form.

    Returns its result, or None when nothing was posted or something is wrong; the form then says
    what. `NotFoundError` and `ForbiddenError` are not the form's fault and go on to the page.
    """
    if request.method != "POST" or not form.is_valid():
        return None
    try:
        return service(user=request.user, **form.cleaned_data, **fixed)
    except (NotFoundError, ForbiddenError):
        raise
    except DomainError as error:
        add_errors(form, error)
        return None


def add_errors(form: forms.Form, error: DomainError) -> None:
    """Put a domain error beside the fields it names, or on top of the form."""
    named = [item for item in error.field_errors if item.field in form.fields]
    for item in named:
        form.add_error(item.field, item.message)
    if not named:
        form.add_error(None, error.message)
