"""The one admin mixin: lists, pages, drop-downs, filters and inlines show what the user may see.

Model-wide permissions play no part. Each row answers to the access rule: seen by whoever may read
it, changed by whoever may write to it, deleted by whoever may delete it. A hidden row and a
missing one get the same answer, because both are looked up in the narrowed queryset.
"""

from collections.abc import Callable
from typing import Any, ClassVar

from django.contrib import messages
from django.contrib.admin import RelatedOnlyFieldListFilter
from django.contrib.admin.utils import quote, unquote
from django.contrib.auth.models import Group
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.admin import ModelAdmin, TabularInline

from apps.access.admin_forms import refusing
from apps.access.admin_history import HistoryPage
from apps.access.admin_input import (
    KnownSelect,
    KnownSelectMultiple,
    drop_strange_keys,
    is_plain_step,
)
from apps.access.errors import DomainError
from apps.access.models import User
from apps.access.people import visible_groups, visible_memberships, visible_people
from apps.access.principals import is_admin
from apps.access.querysets import AccessQuerySet, Action

# Models of Django's that cannot carry an access rule of their own.
SCOPES: dict[type[Model], Any] = {
    Group: visible_groups,
    User: visible_people,
    User.groups.through: visible_memberships,
}

# What a filter of the page may append to its field: no step into another table's columns.
PLAIN_STEPS = {"id", "pk", "exact", "isnull", "gt", "gte", "lt", "lte", "year", "month", "day"}


def narrowed(rows: QuerySet[Any], user: Any) -> QuerySet[Any]:
    """The rows the user may see; nothing of a kind that states no rule, except for admins."""
    scope = SCOPES.get(rows.model)
    if scope is not None:
        visible: QuerySet[Any] = scope(user, rows)
    elif hasattr(rows, "visible_to"):
        visible = rows.visible_to(user)
    else:
        visible = rows if is_admin(user) else rows.none()
    return visible


def allowed_rows(model: type[Model], user: Any, action: Action) -> QuerySet[Any]:
    """The rows of a kind to which the user may do the action."""
    rows = narrowed(model._default_manager.all(), user)  # noqa: SLF001
    if isinstance(rows, AccessQuerySet):
        return rows.allowing(user, action)
    return rows if action is Action.READ or is_admin(user) else rows.none()


class ScopedRelatedFilter(RelatedOnlyFieldListFilter):
    """A list filter that offers only what the user may see and what occurs in the list."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> Any:
        """The choices, in the order of the related model."""
        occurring = model_admin.get_queryset(request).values(f"{self.field_path}__pk")
        related = narrowed(field.remote_field.model._default_manager.all(), request.user)  # noqa: SLF001
        return field.get_choices(
            include_blank=False,
            limit_choices_to={"pk__in": related.filter(pk__in=occurring).values("pk")},
            ordering=self.field_admin_ordering(field, request, model_admin),
        )


class ScopeMixin:
    """Narrows rows, and what can be chosen, to what the user may see."""

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The visible rows."""
        return narrowed(super().get_queryset(request), request.user)  # type: ignore[misc]

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """A drop-down of visible rows only; what is posted is checked against them as well."""
        kwargs["queryset"] = narrowed_choices(db_field, request, kwargs)
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs["widget"] = KnownSelect(db_field, self.admin_site)  # type: ignore[attr-defined]
        return super().formfield_for_foreignkey(db_field, request, **kwargs)  # type: ignore[misc]

    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """As for a foreign key."""
        kwargs["queryset"] = narrowed_choices(db_field, request, kwargs)
        if db_field.name in self.get_autocomplete_fields(request):  # type: ignore[attr-defined]
            kwargs["widget"] = KnownSelectMultiple(db_field, self.admin_site)  # type: ignore[attr-defined]
        return super().formfield_for_manytomany(db_field, request, **kwargs)  # type: ignore[misc]


def narrowed_choices(db_field: Any, request: HttpRequest, kwargs: dict[str, Any]) -> QuerySet[Any]:
    """The rows that may be chosen in a relation."""
    rows = kwargs.get("queryset")
    if rows is None:
        rows = db_field.remote_field.model._default_manager.all()  # noqa: SLF001
    return narrowed(rows, request.user)


class ScopedInline(ScopeMixin, TabularInline):  # type: ignore[misc]
    """An inline of visible rows."""

    extra = 0


class ScopedAdmin(HistoryPage, ScopeMixin, ModelAdmin):  # type: ignore[misc]
    """The base of each page of the admin."""

    can_add: ClassVar[bool] = False
    can_change: ClassVar[bool] = False
    can_delete: ClassVar[bool] = False
    # Other staff may look, each at what they may see.
    changed_by_admins_only: ClassVar[bool] = False
    list_per_page = 50
    list_max_show_all = 200
    show_full_result_count = False
    show_facets = False
    compressed_fields = False
    warn_unsaved_form = True

    def allows(self, request: HttpRequest, action: Action, obj: Model) -> bool:
        """Whether the user may do the action on this row; asked of the database once per page."""
        asked: dict[Any, bool] = request.__dict__.setdefault("_rights", {})
        key = (action, type(obj), obj.pk)
        if key not in asked:
            asked[key] = allowed_rows(type(obj), request.user, action).filter(pk=obj.pk).exists()
        return asked[key]

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Staff see the page; it may be empty for them."""
        return bool(self.admin_site.has_permission(request))

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may read the row."""
        return self.has_module_permission(request) and (
            obj is None or self.allows(request, Action.READ, obj)
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Staff, where adding by hand makes sense at all."""
        return self._may(request, Action.WRITE, None, possible=self.can_add)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may write to the row."""
        return self._may(request, Action.WRITE, obj, possible=self.can_change)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Whoever may delete the row."""
        return self._may(request, Action.DELETE, obj, possible=self.can_delete)

    def _may(
        self, request: HttpRequest, action: Action, obj: Model | None, *, possible: bool
    ) -> bool:
        if not (possible and self.has_module_permission(request)):
            return False
        if self.changed_by_admins_only and not is_admin(request.user):
            return False
        return obj is None or self.allows(request, action, obj)

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """By the page's own filters only: a free lookup could spell out a column bit by bit."""
        name, *steps = lookup.split("__")
        known = {getattr(one, "parameter_name", one) for one in self.list_filter}
        if name not in {*known, self.date_hierarchy} or not set(steps) <= PLAIN_STEPS:
            return False
        return all(is_plain_step(step, value) for step in steps)

    def get_list_filter(self, request: HttpRequest) -> list[Any]:
        """The page's filters, with each relation narrowed."""
        relations = {field.name for field in self.opts.get_fields() if field.is_relation}
        return [
            (name, ScopedRelatedFilter) if name in relations else name
            for name in super().get_list_filter(request)
        ]

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kw: Any
    ) -> Any:
        """The form; after a refusal by a service it says so, with all that was typed kept."""
        form = super().get_form(request, obj, change=change, **kw)
        error = request.__dict__.get("_refusal")
        return form if error is None else refusing(form, error)

    def changeform_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The form page; a service's refusal is shown in the form."""
        try:
            return super().changeform_view(request, *args, **kwargs)
        except DomainError as error:
            request.__dict__.update(_refusal=error, _rights={})
            return super().changeform_view(request, *args, **kwargs)

    def changelist_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The list; a service's refusal of an action is shown above it."""
        drop_strange_keys(request, self.model)
        try:
            return super().changelist_view(request, *args, **kwargs)
        except DomainError as error:
            return self.refuse(request, error)

    def delete_view(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        """The page that asks before deleting; a service's refusal is shown on it."""
        try:
            return super().delete_view(request, *args, **kwargs)
        except DomainError as error:
            return self.refuse(request, error)

    def refuse(self, request: HttpRequest, error: DomainError) -> HttpResponse:
        """Say why, on the page the request came from."""
        self.message_user(request, error.message, messages.ERROR)
        return HttpResponseRedirect(request.get_full_path())

    def carry_out(
        self, request: HttpRequest, object_id: str, deed: Callable[[Any], object], done: str
    ) -> HttpResponse:
        """Do something to the page's row by a service, and say how it went on that page."""
        obj = self.get_object(request, unquote(object_id))
        if obj is None:
            return self.missing(request, object_id)
        try:
            deed(obj.pk)
        except DomainError as error:
            self.message_user(request, error.message, messages.ERROR)
        else:
            self.message_user(request, done, messages.SUCCESS)
        address = self.page_of(obj)
        if request.headers.get("HX-Request"):  # Unfold's dialogs are sent by htmx
            return HttpResponse(headers={"HX-Redirect": address})
        return HttpResponseRedirect(address)

    def missing(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """Django's answer to an id that names nothing one may see."""
        return self._get_obj_does_not_exist_redirect(request, self.opts, object_id)  # type: ignore[no-any-return]

    def page_of(self, obj: Model) -> str:
        """The address of a row's own page."""
        page = f"admin:{self.opts.app_label}_{self.opts.model_name}_change"
        return reverse(page, args=[quote(obj.pk)])

    def send_back(self, request: HttpRequest, obj: Model, message: str) -> HttpResponse:
        """Say why not, on the row's own page."""
        self.message_user(request, message, messages.ERROR)
        return HttpResponseRedirect(self.page_of(obj))

    def construct_change_message(
        self,
        request: HttpRequest,
        form: Any,
        formsets: Any,
        add: bool = False,
    ) -> Any:
        """Names of changed fields only: the history is open to readers, grants are not."""
        return super().construct_change_message(request, form, [], add)


class ReadOnlyAdmin(ScopedAdmin):
    """Rows that other parts of the product write."""

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Everything that is shown."""
        return [
            name for _, options in self.get_fieldsets(request, obj) for name in options["fields"]
        ]
