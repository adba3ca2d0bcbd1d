"""The forms of golden questions."""

from typing import Any

from django import forms
from unfold.widgets import UnfoldAdminTextareaWidget

from apps.retrieval.models import GoldenQuestion


class MarksField(forms.CharField):
    """Marks, one on each line."""

    def __init__(self, **kwargs: Any) -> None:
        rows = {"rows": kwargs.pop("rows", 4), "spellcheck": "false", "dir": "ltr"}
        super().__init__(widget=UnfoldAdminTextareaWidget(attrs=rows), **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Lines from a list."""
        return "\n".join(value) if isinstance(value, list) else value

    def to_python(self, value: Any) -> Any:
        """A list from lines."""
        return str(value or "").split()


class GoldenForm(forms.ModelForm):  # type: ignore[type-arg]
    """What is typed is checked by the service."""

    question = forms.CharField(widget=UnfoldAdminTextareaWidget(attrs={"rows": 2}))
    marks = MarksField(
        label="Answered by",
        help_text="Marks of documents, one on each line: collection:NAME/KEY or repo:…/PATH.",
    )
    sources = MarksField(
        label="Asked of",
        rows=2,
        required=False,
        help_text="Marks of the sources to search; empty: everything.",
    )

    class Meta:
        model = GoldenQuestion
        fields = ("question", "marks", "sources", "note", "is_active")


class ImportForm(forms.Form):
    """A file of golden questions, or its text."""

    file = forms.FileField(required=False, label="CSV or JSON Lines")
    text = forms.CharField(
        required=False,
        label="or paste it",
        widget=UnfoldAdminTextareaWidget(attrs={"rows": 8, "spellcheck": "false", "dir": "ltr"}),
    )
    dry_run = forms.BooleanField(required=False, initial=True, label="Only try")

    def content(self) -> str:
        """The text of the file, or what was pasted. Raises `UnicodeDecodeError`."""
        file = self.cleaned_data["file"]
        return str(file.read(), "utf-8-sig") if file else str(self.cleaned_data["text"])
