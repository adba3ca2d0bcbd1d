"""What the pages of repositories and collections have in common: visibility, owner, grants."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest

from apps.access.admin_grants import GrantFormSet
from apps.access.admin_scope import ScopedAdmin
from apps.access.principals import is_admin
from apps.access.querysets import Action, Visibility


class SourceAdmin(ScopedAdmin):
    """Subclasses add their fields, their services and the two grant inlines."""

    can_change = True
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
