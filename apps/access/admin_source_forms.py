"""The form of a source: whoever shows it to everybody is told how much that is, and asked."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldBooleanWidget

from apps.access.audiences import opening_words
from apps.access.querysets import Visibility


class SourceForm(forms.ModelForm):  # type: ignore[type-arg]
    """Forms of repositories and collections derive from it."""

    confirm_public = forms.BooleanField(
        label="Yes, show it to everybody", required=False, widget=UnfoldBooleanWidget()
    )

    def clean(self) -> dict[str, Any]:
        """Ask for the tick when a stored source is about to become public."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        is_confirmed = data.pop("confirm_public", False)
        opens = self.instance.pk is not None and data.get("visibility") == Visibility.PUBLIC
        if opens and "visibility" in self.changed_data and not is_confirmed:
            words = f"{opening_words([self.instance])} Tick “Yes, show it to everybody” and save."
            self.add_error("visibility", words)
        return data

    def typed(self) -> dict[str, Any]:
        """What was changed, by field."""
        data = self.cleaned_data
        return {name: data[name] for name in self.changed_data if name in data}


def with_confirmation(fieldsets: Any) -> Any:
    """The fieldsets with the tick below the visibility."""
    return [
        (title, options | {"fields": tuple(with_tick(options["fields"]))})
        for title, options in fieldsets
    ]


def with_tick(names: Any) -> list[Any]:
    """The names, the tick after the visibility."""
    return [
        one
        for name in names
        for one in ((name, "confirm_public") if name == "visibility" else (name,))
    ]
