"""Personal access tokens: minted (by admins for anybody), shown once, renewed, revoked."""

import uuid
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.access.admin_bulk import bulk_action
from apps.access.admin_facts import shown_value
from apps.access.admin_pages import ReadablePage
from apps.access.admin_scope import ScopedAdmin
from apps.access.admin_token_deeds import REVOKE
from apps.access.errors import DomainError
from apps.access.marked import find_source_marked
from apps.access.models import AccessToken, Scope, User
from apps.access.principals import is_admin
from apps.access.querysets import source_models
from apps.access.tokens import create_token, revoke_token, rotate_token


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new token. Sources are given as marks, tools by name, one to a line."""

    scopes = forms.MultipleChoiceField(
        choices=Scope.choices,
        widget=forms.CheckboxSelectMultiple,
        initial=[Scope.API_READ, Scope.MCP],
    )
    sources = forms.CharField(
        required=False,
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text="Marks, one to a line, as in collection:Runbooks. Empty: no limit.",
    )
    tool_names = forms.CharField(
        required=False,
        label="MCP tools",
        widget=UnfoldAdminTextareaWidget({"rows": 3}),
        help_text="Names, one to a line. Empty: all tools.",
    )

    class Meta:
        model = AccessToken
        fields = ("name", "scopes", "expires_at")

    def clean_sources(self) -> list[uuid.UUID] | None:
        """Ids of sources that the holder-to-be's creator can read."""
        marks = self.cleaned_data["sources"].split("\n")
        try:
            return [
                find_source_marked(user=self.asking, text=mark).pk  # type: ignore[attr-defined]
                for mark in map(str.strip, marks)
                if mark
            ] or None
        except DomainError as error:
            raise forms.ValidationError(error.message) from error

    def clean_tool_names(self) -> list[str] | None:
        """The names, without blanks."""
        return self.cleaned_data["tool_names"].split() or None


class AccessTokenAdmin(ReadablePage, ScopedAdmin):
    """Own tokens, all for admins. A token is never changed: revoke it and make another."""

    can_add = True
    form = TokenForm
    list_display = (
        "name",
        "user",
        "prefix",
        "scope_names",
        "expires_at",
        "last_used_at",
        "is_usable_now",
    )
    list_select_related = ("user",)
    list_filter = ("user",)
    search_fields = ("name", "prefix", "user__username")
    autocomplete_fields = ("user",)
    actions = (bulk_action(REVOKE),)
    actions_detail = ("readable", "rotate", "revoke")
    add_fieldsets = (
        (None, {"fields": ("user", "name", "scopes", "expires_at")}),
        ("Limits", {"fields": ("sources", "tool_names")}),
    )
    fieldsets = (
        (None, {"fields": ("name", "user", "prefix", "scope_names")}),
        ("Limits", {"fields": ("only_sources", "only_tools", "expires_at")}),
        ("Use", {"fields": ("created_at", "last_used_at", "last_used_address", "revoked_at")}),
    )

    @admin.display(description="Scopes")
    def scope_names(self, token: AccessToken) -> str:
        """The scopes, comma-separated."""
        return ", ".join(token.scopes)

    @admin.display(description="Usable", boolean=True)
    def is_usable_now(self, token: AccessToken) -> bool:
        """Neither revoked nor expired."""
        return token.is_usable

    def get_object(self, request: HttpRequest, object_id: str, from_field: Any = None) -> Any:
        """The token, knowing who looks at it."""
        token = super().get_object(request, object_id, from_field)
        if token is not None:
            token.viewer = request.user
        return token

    @admin.display(description="Only these sources")
    def only_sources(self, token: Any) -> str:
        """By name, as far as the viewer may see them."""
        if token.source_ids is None:
            return "no limit"
        rows = [model._default_manager.visible_to(token.viewer) for model in source_models()]  # type: ignore[attr-defined]  # noqa: SLF001
        names = [str(one) for some in rows for one in some.filter(pk__in=token.source_ids)]
        gone = len(token.source_ids) - len(names)
        return shown_value([*names, f"{gone} that are gone or hidden"] if gone else names)

    @admin.display(description="Only these MCP tools")
    def only_tools(self, token: AccessToken) -> str:
        """By name."""
        return "no limit" if token.tools is None else shown_value(token.tools)

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The holder can be chosen by admins only."""
        fieldsets = super().get_fieldsets(request, obj)
        if obj is not None or is_admin(request.user):
            return fieldsets
        return [(title, options | {"fields": [f for f in options["fields"] if f != "user"]})
                for title, options in fieldsets]  # fmt: skip

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        """The form resolves marks with the rights of whoever fills it in."""
        form = super().get_form(request, obj, change=change, **kw)
        form.asking = request.user
        return form

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """A token for oneself, unless an admin chooses somebody else."""
        given: dict[str, Any] = super().get_changeform_initial_data(request)
        return given | {"user": request.user.pk}

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        """Nothing to do with a token that is revoked already."""
        token = self.get_object(request, unquote(object_id))
        spent = token is None or token.revoked_at is not None
        shown = super().get_actions_detail(request, object_id)
        return [one for one in shown if not (spent and one.action_name.endswith("_revoke"))]

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Mint through the service; the text lives only until the answer is rendered."""
        data, user = form.cleaned_data, cast("User", request.user)
        token, text = create_token(
            user=user,
            holder=data.get("user") or user,
            name=data["name"],
            scopes=data["scopes"],
            source_ids=data["sources"],
            tools=data["tool_names"],
            expires_at=data["expires_at"],
        )
        obj.__dict__.update(token.__dict__)
        obj.text_shown_once = text

    def response_add(self, request: HttpRequest, obj: Any, post_url_continue: Any = None) -> Any:
        """The page that shows the text."""
        return self.show_once(request, obj, obj.text_shown_once)

    def show_once(self, request: HttpRequest, token: AccessToken, text: str) -> TemplateResponse:
        """The one page that shows a text; it is neither stored nor cached."""
        context = self.admin_site.each_context(request) | {
            "title": "Copy the token",
            "opts": self.opts,
            "token": token,
            "text": text,
            "list_url": reverse("admin:access_accesstoken_changelist"),
        }
        return TemplateResponse(
            request, "access/admin_token.html", context, headers={"Cache-Control": "no-store"}
        )

    @action(description="New secret", url_path="rotate")  # type: ignore[untyped-decorator]
    def rotate(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Ask first, then give the token a new secret and show it."""
        token = self.get_object(request, unquote(object_id))
        if token is None:
            return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return]
        if request.method == "POST":
            try:
                return self.show_once(request, *rotate_token(user=request.user, token_id=token.pk))
            except DomainError as error:
                self.message_user(request, error.message, messages.ERROR)
                return redirect("admin:access_accesstoken_change", token.pk)
        context = self.admin_site.each_context(request) | {
            "title": "New secret",
            "opts": self.opts,
            "token": token,
            "back_url": reverse("admin:access_accesstoken_change", args=[token.pk]),
        }
        return TemplateResponse(request, "access/admin_token_rotate.html", context)

    @action(  # type: ignore[untyped-decorator]
        description="Revoke",
        dialog={
            "title": "Revoke this token?",
            "description": "Whatever uses it stops working at once.",
            "form_class": None,
            "form_submit_text": "Revoke",
        },
    )
    def revoke(self, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        """Revoke one token."""
        return self.carry_out(
            request,
            object_id,
            lambda pk: revoke_token(user=request.user, token_id=pk),
            "The token is revoked.",
        )
