from typing import Any

from django import forms

TEXT = {
    "rows": 24,
    "spellcheck": "true",
    "autocomplete": "off",
    "dir": "auto",
    "data-source": True,
    "aria-describedby": "source-keys",
}
LINE = {"autocomplete": "off", "dir": "auto"}


class WritingForm(forms.Form):
    """The editor's fields as they are; the services judge them, so that no text is refused here."""

    content = forms.Field(required=False, label="Source", widget=forms.Textarea(TEXT))
    source_key = forms.Field(
        required=False,
        label="Key",
        widget=forms.TextInput({**LINE, "dir": "ltr", "maxlength": 500, "class": "mono"}),
        help_text="The path of the page in this collection, such as guides/install.md.",
    )
    title = forms.Field(
        required=False,
        label="Title",
        widget=forms.TextInput({**LINE, "maxlength": 500, "placeholder": "as the text says"}),
    )
    message = forms.Field(
        required=False,
        label="Message",
        widget=forms.TextInput(
            {**LINE, "maxlength": 300, "placeholder": "What changed, in one line"}
        ),
    )
    base_version = forms.Field(required=False, widget=forms.HiddenInput)
    draft = forms.Field(required=False, widget=forms.HiddenInput)


class ReviewForm(forms.Form):
    """Who answers for a page, and how often it is to be read over."""

    owner = forms.CharField(
        required=False,
        max_length=150,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text="The user name of whoever answers for this page; empty for nobody.",
    )
    interval_days = forms.IntegerField(
        required=False,
        label="Review every … days",
        min_value=1,
        max_value=3650,
        help_text="From 1 to 3650 days; empty when it never needs a review.",
    )


class RenameForm(forms.Form):
    """A new key, and whether the links follow."""

    source_key = forms.CharField(
        label="New key",
        max_length=500,
        widget=forms.TextInput({"autocomplete": "off", "dir": "ltr", "class": "mono"}),
    )
    update_links = forms.BooleanField(required=False)
    message = forms.CharField(required=False, max_length=300, label="Message")
    expected_version = forms.IntegerField(
        required=False, min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput
    )

    def __init__(self, *args: Any, linking: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pages = "page that links" if linking == 1 else "pages that link"
        self.fields["update_links"].label = f"Update links in {linking} {pages} here"
