from typing import Any

from django import forms

from apps.collections.models import Document
from apps.collections.models.documents import LONGEST_REVIEW_INTERVAL

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
    draft_version = forms.Field(required=False, widget=forms.HiddenInput)


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
        label="Days from one review to the next",
        min_value=1,
        max_value=LONGEST_REVIEW_INTERVAL,
        help_text=f"1 to {LONGEST_REVIEW_INTERVAL}; empty when the page needs no review.",
    )

    def __init__(self, *args: Any, document: Document) -> None:
        super().__init__(*args)
        owner = document.owner.get_username() if document.owner else ""
        self.initial = {"owner": owner, "interval_days": document.review_interval_days}


class VersionForm(forms.Form):
    """The version that the page showed, so that nothing newer is touched unseen."""

    expected_version = forms.IntegerField(
        min_value=0, max_value=2**31 - 1, widget=forms.HiddenInput
    )


class DeleteDocumentForm(VersionForm):
    """A confirmation."""


class RenameForm(VersionForm):
    """A new key, and whether the links follow."""

    source_key = forms.CharField(
        label="New key",
        max_length=500,
        widget=forms.TextInput({"autocomplete": "off", "dir": "ltr", "class": "mono"}),
        help_text="The path of the page in this collection, such as guides/install.md.",
    )
    update_links = forms.BooleanField(required=False)
    message = forms.CharField(
        required=False, max_length=300, widget=forms.TextInput({**LINE, "placeholder": "Why"})
    )

    def __init__(self, *args: Any, document: Document, linking: int) -> None:
        super().__init__(*args)
        self.initial = {
            "source_key": document.source_key,
            "update_links": True,
            "expected_version": document.version,
        }
        pages = "page" if linking == 1 else "pages"
        self.fields["update_links"].label = f"Update links in {linking} {pages}"
