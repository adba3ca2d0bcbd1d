"""What is asked before many sources are changed at once."""

from typing import Any

from django import forms
from django.contrib.auth.models import Group
from django.utils import timezone
from unfold.widgets import UnfoldAdminSelectWidget, UnfoldAdminSplitDateTimeWidget

from apps.access.admin_input import KnownSelect
from apps.access.models import GrantLevel, User
from apps.access.people import visible_groups, visible_people
from apps.access.principals import is_admin
from apps.access.querysets import Visibility


class BulkForm(forms.Form):
    """A form that knows who asks and which kind of source is meant."""

    def __init__(self, *args: Any, user: Any, model: Any, admin_site: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.user, self.model, self.admin_site = user, model, admin_site

    def complete(self, name: str, relation: str, column: str) -> None:
        """Let a field be completed as that column of a related model is."""
        related: Any = self.model._meta.get_field(relation)  # noqa: SLF001
        field = related if relation == column else related.related_model._meta.get_field(column)  # noqa: SLF001
        widget = KnownSelect(field, self.admin_site, attrs={"class": "pm-wide"})
        chosen: Any = self.fields[name]
        chosen.widget = widget
        widget.choices = chosen.choices


class VisibilityChoice(BulkForm):
    """Who can see them from now on."""

    # Nobody shows something to everybody by going on without a choice.
    visibility = forms.ChoiceField(initial=Visibility.PRIVATE, widget=UnfoldAdminSelectWidget())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices: Any = Visibility.choices
        if not is_admin(self.user):
            choices = [pair for pair in choices if pair[0] != Visibility.ADMIN_ONLY]
        self.fields["visibility"].choices = choices  # type: ignore[attr-defined]


class OwnerChoice(BulkForm):
    """Whom they belong to from now on."""

    owner = forms.ModelChoiceField(User.objects.none())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["owner"].queryset = visible_people(self.user, User.objects.all())  # type: ignore[attr-defined]
        self.complete("owner", "owner", "owner")


class GroupChoice(BulkForm):
    """Which group."""

    group = forms.ModelChoiceField(Group.objects.none())

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["group"].queryset = visible_groups(self.user, Group.objects.all())  # type: ignore[attr-defined]
        self.complete("group", "group_grants", "group")


class GrantChoice(GroupChoice):
    """Which group, how much, until when."""

    level = forms.ChoiceField(choices=GrantLevel.choices, widget=UnfoldAdminSelectWidget())
    expires_at = forms.SplitDateTimeField(
        label="Expires",
        required=False,
        widget=UnfoldAdminSplitDateTimeWidget(),
        help_text="In UTC. Empty: never.",
    )

    def clean_expires_at(self) -> Any:
        """An expiry lies in the future."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at and expires_at <= timezone.now():
            raise forms.ValidationError("The expiry must lie in the future.")
        return expires_at
