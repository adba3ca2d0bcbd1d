from datetime import UTC, date, datetime, time
from typing import Any

from django import forms

from apps.access.models import GrantLevel, Source
from apps.access.querysets import Visibility

KINDS = [("group", "A group"), ("user", "A person")]


class HolderForm(forms.Form):
    """Whose grant it is: a group's or a person's, by name."""

    kind = forms.ChoiceField(
        label="Share with", choices=KINDS, initial="group", widget=forms.RadioSelect
    )
    name = forms.CharField(
        max_length=150,
        widget=forms.TextInput({"list": "holders", "autocomplete": "off", "dir": "auto"}),
    )


class ShareForm(HolderForm):
    """A new grant, in place of the one that the same group or person may have."""

    level = forms.ChoiceField(label="Right", choices=GrantLevel.choices, widget=forms.RadioSelect)
    expires_on = forms.DateField(
        label="Until the end of",
        required=False,
        widget=forms.DateInput({"type": "date"}),
        help_text="A day, as UTC counts it. Empty: until it is taken away.",
    )

    def __init__(self, data: Any = None, *, source: Source) -> None:
        super().__init__(data, initial={"level": GrantLevel.READ})
        if source.visibility == Visibility.ADMIN_ONLY:
            kind: Any = self.fields["kind"]
            kind.choices = KINDS[:1]
            kind.help_text = "What is admin-only is shared with groups."


def end_of(day: date | None) -> datetime | None:
    """The last moment of a day in UTC; None for no day."""
    return None if day is None else datetime.combine(day, time.max, tzinfo=UTC)
