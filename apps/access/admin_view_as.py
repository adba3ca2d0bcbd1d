"""The way from a person's page in the admin to seeing the product as that person."""

from typing import Any

from django.contrib import messages
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.decorators import action

from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.principals import is_admin
from apps.access.view_as import start_view, why_not


class ViewAsMixin:
    """For the page of users."""

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        """Without "See as", where that is not possible."""
        shown: list[Any] = super().get_actions_detail(request, object_id)  # type: ignore[misc]
        person = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        possible = person is not None and is_viewable(request, person)
        return [one for one in shown if possible or not one.action_name.endswith("_view_as")]

    @action(  # type: ignore[untyped-decorator]
        description="See as this person",
        icon="visibility",
        dialog={
            "title": "See Pressmark as this person?",
            "description": "For 30 minutes, for reading only. The audit log tells of it.",
            "form_class": None,
            "form_submit_text": "See as this person",
        },
    )
    def view_as(self, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        """Start the view and go to the reader."""
        person = self.get_object(request, unquote(object_id))  # type: ignore[attr-defined]
        if person is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[attr-defined, no-any-return]
        address = reverse("home")
        try:
            start_view(request, person=person)
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)  # type: ignore[attr-defined]
            address = reverse("admin:access_user_change", args=[person.pk])
        if request.headers.get("HX-Request"):  # Unfold's dialogs are sent by htmx
            return HttpResponse(headers={"HX-Redirect": address})
        return HttpResponseRedirect(address)


def is_viewable(request: HttpRequest, person: User) -> bool:
    """Whether to offer the view at all; the service decides."""
    return is_admin(request.user) and request.user.pk != person.pk and why_not(person) is None
