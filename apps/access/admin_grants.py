"""Grants of a source, as rows on its page: who, which level, until when.

The rows show read and write instead of guardian's permissions, and are saved by `grant_access` and
`revoke_access`, so that each change is in the audit log.
"""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from unfold.forms import PaginationInlineFormSet
from unfold.widgets import UnfoldAdminSelectWidget

from apps.access.admin_scope import ScopedInline
from apps.access.grants import grant_access, revoke_access
from apps.access.models import GrantLevel, Source
from apps.access.principals import Principal
from apps.access.querysets import Action, Visibility, can


class GrantForm(forms.ModelForm):  # type: ignore[type-arg]
    """One grant: its holder is fixed once saved; level and expiry can change."""

    level = forms.ChoiceField(
        choices=GrantLevel.choices,
        widget=UnfoldAdminSelectWidget({"style": "min-width: 8rem"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk is None:
            return
        self.fields["level"].initial = self.instance.level
        holder = self.fields[self.holder_name]
        # Whoever may share sees each holder, also of a group they do not belong to.
        holder.queryset = holder.queryset.model._default_manager.filter(pk=self.holder_id)  # type: ignore[attr-defined]  # noqa: SLF001
        holder.disabled = True

    @property
    def holder_name(self) -> str:
        """``group`` or ``user``."""
        return "group" if "group" in self.fields else "user"

    @property
    def holder_id(self) -> int:
        """Id of the group or user the stored grant belongs to."""
        return int(getattr(self.instance, f"{self.holder_name}_id"))

    def clean_expires_at(self) -> Any:
        """An expiry lies in the future, unless it is the one stored already."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at and "expires_at" in self.changed_data and expires_at <= timezone.now():
            raise ValidationError("The expiry must lie in the future.")
        return expires_at


class GrantFormSet(PaginationInlineFormSet):  # type: ignore[misc]
    """The grants of one kind; at most one for each holder."""

    def clean(self) -> None:
        """Refuse a holder named twice and, on an admin-only source, a new user grant."""
        super().clean()
        holders: set[Any] = set()
        for form in self.forms:
            if not form.has_changed() and form.instance.pk is None:
                continue
            holder = form.cleaned_data.get(form.holder_name) if form.is_valid() else None
            if holder is None or self._should_delete_form(form):
                continue
            if holder in holders:
                form.add_error(form.holder_name, f"{holder} is listed twice.")
            holders.add(holder)
            admin_only = self.instance.visibility == Visibility.ADMIN_ONLY
            if form.holder_name == "user" and admin_only and form.instance.pk is None:
                form.add_error("user", "An admin-only source is shared with groups.")

    def save_grants(self, user: Principal) -> None:
        """Carry the rows out; raises what the services raise."""
        source: Source = self.instance
        for form in self.forms:
            if self._should_delete_form(form):
                # A row that is to go is not checked: its holder is the stored one, if any.
                if form.instance.pk is not None:
                    holder = getattr(form.instance, form.holder_name)
                    revoke_access(user=user, source=source, to=holder)
            elif form.cleaned_data and form.has_changed():
                grant_access(
                    user=user,
                    source=source,
                    to=form.cleaned_data[form.holder_name],
                    level=GrantLevel(form.cleaned_data["level"]),
                    expires_at=form.cleaned_data["expires_at"],
                )


class GrantInline(ScopedInline):
    """Shown to, and usable by, those who may share the source."""

    form = GrantForm
    formset = GrantFormSet
    readonly_fields = ("granted_by", "granted_at")
    hide_title = True

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The grants of the page's source; who may see them is decided by `may_share`."""
        rows: QuerySet[Any] = self.model._default_manager.select_related(  # noqa: SLF001
            "permission", "granted_by", *self.autocomplete_fields
        )
        return rows.order_by("pk")

    def may_share(self, request: HttpRequest, source: Model | None) -> bool:
        """Only those who may share see and change grants."""
        return source is not None and can(request.user, Action.SHARE, source)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As `may_share`."""
        return self.may_share(request, obj)

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As `may_share`."""
        return self.may_share(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As `may_share`."""
        return self.may_share(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """As `may_share`."""
        return self.may_share(request, obj)


class GroupGrantInline(GrantInline):
    """Grants to groups; the subclass names its model."""

    verbose_name = "group"
    verbose_name_plural = "groups"
    fields = ("group", "level", "expires_at", "granted_by", "granted_at")
    autocomplete_fields = ("group",)


class UserGrantInline(GrantInline):
    """Grants to single people; the subclass names its model."""

    verbose_name = "person"
    verbose_name_plural = "people"
    fields = ("user", "level", "expires_at", "granted_by", "granted_at")
    autocomplete_fields = ("user",)
