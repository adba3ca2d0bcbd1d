"""Pages for users, groups, tokens and the audit log."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.contrib.auth.admin import UserAdmin as DjangoUserAdmin
from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from unfold.forms import AdminPasswordChangeForm, UserChangeForm, UserCreationForm

from apps.access.admin_bulk import bulk_action
from apps.access.admin_departures import what_goes_along
from apps.access.admin_forms import named
from apps.access.admin_groups import GroupAdmin
from apps.access.admin_log import AuditEntryAdmin
from apps.access.admin_pages import ReadablePage
from apps.access.admin_scope import ScopedAdmin
from apps.access.admin_site import site
from apps.access.admin_token_deeds import REVOKE_ALL, TokensOfPerson
from apps.access.admin_tokens import AccessTokenAdmin
from apps.access.admin_view_as import ViewAsMixin
from apps.access.models import AccessToken, AuditEntry, User
from apps.access.people import (
    delete_person,
    record_new_password,
    record_person,
    stored_facts,
)
from apps.access.principals import is_admin

site.register(AccessToken, AccessTokenAdmin)
site.register(AuditEntry, AuditEntryAdmin)
site.register(Group, GroupAdmin)


class PersonForm(UserChangeForm):  # type: ignore[misc]
    """A user, whose names can be seen; Django takes care of the user name."""

    class Meta(UserChangeForm.Meta):  # type: ignore[misc]
        labels = {"is_staff": "Staff", "is_superuser": "Admin"}
        help_texts = {
            "is_active": "Off: sessions, tokens and MCP end with the next request.",
            "is_staff": "May enter the administration, and finds there what they may see.",
            "is_superuser": "Reads and changes everything.",
            "groups": "Grants to these groups are theirs too.",
        }

    def clean_first_name(self) -> str:
        """The name as it is stored."""
        return named(self.cleaned_data["first_name"], "first_name")

    def clean_last_name(self) -> str:
        """The name as it is stored."""
        return named(self.cleaned_data["last_name"], "last_name")


@admin.register(User, site=site)
class UserAdmin(ReadablePage, ViewAsMixin, TokensOfPerson, ScopedAdmin, DjangoUserAdmin):  # type: ignore[misc, type-arg]
    """Admins change users; other staff see the names of those they share a group with."""

    can_add = can_change = can_delete = changed_by_admins_only = True
    actions = (bulk_action(REVOKE_ALL),)
    actions_detail = ("readable", "view_as", "revoke_tokens")
    form = PersonForm
    add_form = UserCreationForm
    change_password_form = AdminPasswordChangeForm
    list_display = (
        "username",
        "full_name",
        "email",
        "is_active",
        "enters_admin",
        "is_an_admin",
        "last_login",
    )
    list_filter = ("is_active", "is_staff", "is_superuser", "groups")
    search_fields = ("username", "first_name", "last_name")
    ordering = ("username",)
    readonly_fields = ("last_login", "date_joined")
    autocomplete_fields = ("groups",)
    filter_horizontal = ()
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        ("Person", {"fields": ("first_name", "last_name", "email")}),
        ("Rights", {"fields": ("is_active", "is_staff", "is_superuser", "groups")}),
        ("Dates", {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = DjangoUserAdmin.add_fieldsets
    names_only = ((None, {"fields": ("username", "first_name", "last_name")}),)

    @admin.display(description="Name", ordering="first_name")
    def full_name(self, person: User) -> str:
        """First and last name."""
        return person.get_full_name()

    @admin.display(description="Staff", boolean=True, ordering="is_staff")
    def enters_admin(self, person: User) -> bool:
        """Whether they may enter the administration."""
        return person.is_staff

    @admin.display(description="Admin", boolean=True, ordering="is_superuser")
    def is_an_admin(self, person: User) -> bool:
        """Whether they may do everything."""
        return person.is_superuser

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Names only, for staff who are no admins."""
        return super().get_fieldsets(request, obj) if is_admin(request.user) else self.names_only

    def get_list_display(self, request: HttpRequest) -> Any:
        """As the fieldsets."""
        shown = super().get_list_display(request)
        return shown if is_admin(request.user) else ("username", "full_name")

    def get_list_filter(self, request: HttpRequest) -> Any:
        """None for staff who are no admins."""
        return super().get_list_filter(request) if is_admin(request.user) else []

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Filters are for admins."""
        return is_admin(request.user) and super().lookup_allowed(lookup, value, request)

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Remember how the user was; `save_related` writes the audit entry once groups are set."""
        form.facts_before = stored_facts(obj.pk) if change else None
        obj.save()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Groups, then the audit entry."""
        super().save_related(request, form, formsets, change)
        record_person(user=request.user, person=form.instance, before=form.facts_before)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> Any:  # noqa: A002
        """Django's page; a password that was set is noted in the audit log."""
        with transaction.atomic():
            response = super().user_change_password(request, id, form_url)
            person = self.get_object(request, unquote(id))
            if request.method == "POST" and response.status_code == 302 and person is not None:
                record_new_password(user=request.user, person=person)
        return response

    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Through the service."""
        delete_person(user=request.user, person=obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Through the service, one by one."""
        for person in queryset:
            delete_person(user=request.user, person=person)

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """The people; their tokens and grants go along, their sources stay."""
        names = [str(person) for person in objs]
        return names, {"users": len(names), **what_goes_along(objs)}, set(), []
