"""What the pages of repositories and collections have in common: visibility, owner, grants."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.contrib.admin.utils import unquote
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.module_loading import import_string

from apps.access.admin_bulk import bulk_action
from apps.access.admin_bulk_sources import SOURCE_ACTIONS
from apps.access.admin_grants import GrantFormSet
from apps.access.admin_pages import ReadersPage
from apps.access.admin_scope import ScopedAdmin
from apps.access.admin_source_forms import SourceForm, with_confirmation
from apps.access.principals import is_admin
from apps.access.querysets import Action, Visibility


class SourceAdmin(ReadersPage, ScopedAdmin):
    """Subclasses add their fields, their services and the two grant inlines."""

    can_change = True
    form = SourceForm
    actions: Sequence[Any] = SOURCE_ACTIONS
    actions_detail: Sequence[str] = ("readers",)
    autocomplete_fields: Sequence[str] = ("owner",)
    list_select_related = ("owner",)
    readonly_fields: Sequence[str] = ("created_at", "updated_at")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Visibility is for those who may share, the owner for admins."""
        names = list(super().get_readonly_fields(request, obj))
        if obj is not None and not self.allows(request, Action.SHARE, obj):
            names.append("visibility")
        if not is_admin(request.user):
            names.append("owner")
        return names

    def get_actions(self, request: HttpRequest) -> dict[str, Any]:
        """With what later floors can do to a source; only admins give one to somebody else."""
        found: dict[str, Any] = super().get_actions(request)
        for name in settings.PRESSMARK_SOURCE_DEEDS:
            deed = import_string(name)
            found[deed.name] = (bulk_action(deed), deed.name, deed.label)
        if not is_admin(request.user):
            found.pop("set_owner", None)
        return found

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        """The buttons whose deed the user may do."""
        row = self.get_object(request, unquote(object_id))
        return [
            one
            for one in super().get_actions_detail(request, object_id)
            if row is not None and self.allows(request, self.right_for(one.action_name), row)
        ]

    def right_for(self, action_name: str) -> Action:
        """The right that a button of the page needs."""
        return Action.SHARE if action_name.endswith("_readers") else Action.WRITE

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """With a tick to confirm, once somebody has asked to make the source public."""
        shown = super().get_fieldsets(request, obj)
        asks = request.method == "POST" and request.POST.get("visibility") == Visibility.PUBLIC
        opens = asks and obj is not None and obj.visibility != Visibility.PUBLIC
        may_share = opens and self.allows(request, Action.SHARE, obj)
        return with_confirmation(shown) if may_share else shown

    def get_inlines(self, request: HttpRequest, obj: Model | None) -> Any:
        """Grants belong to a source that exists."""
        return super().get_inlines(request, obj) if obj is not None else []

    def formfield_for_choice_field(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """Only admins are offered ``admin_only``."""
        if db_field.name == "visibility" and not is_admin(request.user):
            hidden = Visibility.ADMIN_ONLY
            kwargs["choices"] = [pair for pair in Visibility.choices if pair[0] != hidden]
        return super().formfield_for_choice_field(db_field, request, **kwargs)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        """Grants are saved by their services."""
        if isinstance(formset, GrantFormSet):
            formset.save_grants(request.user)
        else:
            super().save_formset(request, form, formset, change)

    def get_deleted_objects(
        self, objs: Any, request: HttpRequest
    ) -> tuple[list[str], dict[str, int], set[str], list[str]]:
        """The sources themselves and how much goes with them, without listing every document."""
        rows: QuerySet[Any] = self.get_queryset(request).filter(pk__in=[obj.pk for obj in objs])
        refused = {
            str(self.opts.verbose_name)
            for obj in rows
            if not self.allows(request, Action.DELETE, obj)
        }
        counts = {str(self.opts.verbose_name_plural): len(rows)} | self.count_contents(rows)
        return [str(obj) for obj in rows], counts, refused, []

    def count_contents(self, rows: QuerySet[Any]) -> dict[str, int]:
        """What is deleted along with these sources, by name."""
        raise NotImplementedError
