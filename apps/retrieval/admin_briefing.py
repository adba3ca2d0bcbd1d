"""The briefing of agents in the admin: each change is a new version."""

from typing import Any

from django import forms
from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.access.admin_scope import ReadOnlyAdmin
from apps.retrieval.admin_golden import AdminsOnly
from apps.retrieval.briefing import LONGEST, current_briefing, restore_briefing, write_briefing
from apps.retrieval.models import BriefingVersion


class BriefingForm(forms.ModelForm):  # type: ignore[type-arg]
    """The next version, begun with the current one."""

    text = forms.CharField(
        required=False,
        max_length=LONGEST,
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 16}),
        help_text="Every caller of the MCP endpoint is told this when it connects, visitors "
        "without a name included where public reading is on: name nothing that must stay "
        "hidden. Empty: no briefing.",
    )

    class Meta:
        model = BriefingVersion
        fields = ("text",)


class BriefingVersionAdmin(AdminsOnly, ReadOnlyAdmin):
    """Versions, newest first; the newest holds."""

    can_add = changed_by_admins_only = True
    form = BriefingForm
    list_display = ("at", "beginning", "author")
    list_display_links = ("at", "beginning")
    list_select_related = ("author",)
    search_fields = ("text",)
    ordering = ("-id",)
    actions_detail = ("restore",)
    fieldsets = ((None, {"fields": ("at", "author", "text")}),)
    add_fieldsets = ((None, {"fields": ("text",)}),)

    @admin.display(description="Text")
    def beginning(self, version: BriefingVersion) -> str:
        """How it begins."""
        return " ".join(version.text.split())[:100] or "(empty)"

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """The text alone while it is written."""
        return self.add_fieldsets if obj is None else super().get_fieldsets(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Everything, once it is kept."""
        return [] if obj is None else super().get_readonly_fields(request, obj)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        """No form for what is only shown."""
        if obj is not None:
            kw["form"] = forms.ModelForm
        return super().get_form(request, obj, change=change, **kw)

    def get_changeform_initial_data(self, request: HttpRequest) -> dict[str, Any]:
        """Begin with what holds now."""
        return {"text": current_briefing(), **super().get_changeform_initial_data(request)}

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:  # noqa: ARG002
        """Through the service."""
        kept = write_briefing(user=request.user, text=form.cleaned_data["text"])
        obj.__dict__.update(kept.__dict__)

    @action(  # type: ignore[untyped-decorator]
        description="Restore",
        dialog={
            "title": "Restore this version?",
            "description": "Its text becomes the newest version; nothing is lost.",
            "form_class": None,
            "form_submit_text": "Restore",
        },
    )
    def restore(self, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        """Make this text the newest version."""
        return self.carry_out(
            request,
            object_id,
            lambda pk: restore_briefing(user=request.user, version_id=pk),
            "This text holds again.",
        )
