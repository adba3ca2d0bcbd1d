"""The page of groups."""

from typing import Any

from django import forms
from django.contrib import admin
from django.contrib.auth.models import Group
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from apps.access.admin_departures import what_goes_along
from apps.access.admin_forms import named
from apps.access.admin_pages import ReadablePage
from apps.access.admin_scope import ScopedAdmin, ScopedInline
from apps.access.admin_site import site
from apps.access.models import User
from apps.access.people import delete_groups, record_group, stored_group_facts
from apps.access.principals import is_admin


class GroupForm(forms.ModelForm):  # type: ignore[type-arg]
    """A group, whose name can be seen and told from others."""

    def clean_name(self) -> str:
        """The name as it is stored."""
        return named(self.cleaned_data["name"], "name")


class MembershipInline(ScopedInline):
    """Members of a group."""

    model = User.groups.through
    autocomplete_fields = ("user",)
    verbose_name = "member"
    verbose_name_plural = "members"
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Visible memberships, with their users."""
        return super().get_queryset(request).select_related("user").order_by("user__username")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever sees the group."""
        return site.has_permission(request)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Admins only."""
        return is_admin(request.user)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: members are added and removed."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Admins only."""
        return is_admin(request.user)


class GroupAdmin(ReadablePage, ScopedAdmin):
    """Admins change groups; other staff see those they belong to. Grants are set at the sources."""

    can_add = can_change = can_delete = changed_by_admins_only = True
    actions_detail = ("readable",)
    form = GroupForm
    list_display = ("name", "member_count")
    search_fields = ("name",)
    ordering = ("name",)
    fieldsets = ((None, {"fields": ("name",)}),)
    inlines = (MembershipInline,)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """With the number of members."""
        rows: QuerySet[Any] = super().get_queryset(request).annotate(members=Count("user"))
        return rows

    @admin.display(description="Members", ordering="members")
    def member_count(self, group: Any) -> int:
        """How many belong to it."""
        return int(group.members)

    def save_model(self, request: HttpRequest, obj: Group, form: Any, change: bool) -> None:
        """Remember how the group was; `save_related` writes the audit entry."""
        form.facts_before = stored_group_facts(obj.pk) if change else None
        obj.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Members, then the audit entry."""
        super().save_related(request, form, formsets, change)
        record_group(user=request.user, group=form.instance, before=form.facts_before)

    def delete_model(self, request: HttpRequest, obj: Group) -> None:
        """Through the service."""
        delete_groups(user=request.user, groups=[obj])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Group]) -> None:
        """Through the service."""
        delete_groups(user=request.user, groups=queryset)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The groups; their grants go along."""
        names = [str(group) for group in objs]
        return names, {"groups": len(names), **what_goes_along(objs)}, set(), []
