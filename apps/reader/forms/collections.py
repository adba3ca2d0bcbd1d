from typing import Any

from django import forms

from apps.access.principals import Principal, is_admin
from apps.access.querysets import Visibility

MEANINGS = {
    Visibility.PRIVATE: "Private: you, and whoever it is shared with",
    Visibility.PUBLIC: "Public: everyone who can read this deployment",
    Visibility.ADMIN_ONLY: "Admin only: admins, and groups it is shared with",
}


def visibility_choices(user: Principal) -> list[tuple[str, str]]:
    """The visibilities that the user may choose, private first."""
    return [
        (value.value, meaning)
        for value, meaning in MEANINGS.items()
        if value != Visibility.ADMIN_ONLY or is_admin(user)
    ]


class DescribeForm(forms.Form):
    """Name and description."""

    name = forms.CharField(max_length=255, widget=forms.TextInput({"dir": "auto"}))
    description = forms.CharField(
        max_length=500,
        required=False,
        widget=forms.Textarea({"rows": 2, "dir": "auto"}),
        help_text="One line of what it is for.",
    )

    def __init__(self, *args: Any, may_rename: bool = True, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not may_rename:
            self.fields["name"].disabled = True
            self.fields["name"].help_text = "Its owner, or an admin, can rename it."


class SettingsForm(DescribeForm):
    """What whoever may write can set."""

    logs_questions = forms.BooleanField(
        label="Keep questions in the query log",
        required=False,
        help_text="Off: the text of questions about this collection is not kept.",
    )


class NewCollectionForm(DescribeForm):
    """What a new collection needs."""

    visibility = forms.ChoiceField(
        label="Who can read it", initial=Visibility.PRIVATE, widget=forms.RadioSelect
    )

    def __init__(self, *args: Any, user: Principal, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["visibility"].choices = visibility_choices(user)  # type: ignore[attr-defined]


class VisibilityForm(forms.Form):
    """Who can read a collection; making it public is confirmed in a second step."""

    visibility = forms.ChoiceField(label="Who can read it", widget=forms.RadioSelect)
    confirmed = forms.BooleanField(required=False, widget=forms.HiddenInput)

    def __init__(self, *args: Any, user: Principal, current: str) -> None:
        super().__init__(*args)
        self.initial = {"visibility": current}
        self.current = current
        self.fields["visibility"].choices = visibility_choices(user)  # type: ignore[attr-defined]

    @property
    def awaits_confirmation(self) -> bool:
        """Whether the posted choice opens the collection to everyone and is not confirmed yet."""
        if not self.is_valid():
            return False
        opens = self.cleaned_data["visibility"] == Visibility.PUBLIC != self.current
        return opens and not self.cleaned_data["confirmed"]


class DeleteForm(forms.Form):
    """The name, typed once more."""

    name = forms.CharField()

    def __init__(self, *args: Any, expected: str, noun: str = "collection", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.expected = expected
        self.noun = noun
        self.fields["name"].label = f"Type the name of the {noun} to confirm"

    def clean_name(self) -> str:
        """The name as typed. White space and the case of letters do not matter."""
        typed = " ".join(self.cleaned_data["name"].split())
        if typed.casefold() != self.expected.casefold():
            message = f"This is not the {self.noun}'s name. Nothing was deleted."
            raise forms.ValidationError(message)
        return typed


class FilterForm(forms.Form):
    """A text that names or titles must contain; a text that is none filters nothing."""

    filter = forms.CharField(required=False, max_length=200)

    def text(self) -> str:
        """The text to look for, or the empty one."""
        return self.cleaned_data["filter"] if self.is_valid() else ""
