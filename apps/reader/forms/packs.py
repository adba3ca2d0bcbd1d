from typing import Any

from django import forms

from apps.retrieval.packs.request import MAX_TOKENS, PackRequest


class PackForm(forms.Form):
    """The parameters of the page of packs; anything odd in the address falls back or is told."""

    task = forms.CharField(required=False, max_length=1000, strip=True)
    max_tokens = forms.IntegerField(
        required=False, min_value=MAX_TOKENS[0], max_value=MAX_TOKENS[1]
    )
    source = forms.MultipleChoiceField(required=False)

    def __init__(self, *args: Any, marks: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].choices = [(mark, mark) for mark in marks]  # type: ignore[attr-defined]

    def clean_max_tokens(self) -> int:
        """The budget; the usual one unless another is asked for."""
        return self.cleaned_data["max_tokens"] or PackRequest("").max_tokens

    def problem(self) -> str:
        """The first thing that is wrong, in words for the page."""
        if "task" in self.errors:
            return "A task has 1 to 1000 characters, none of them a null byte."
        if "source" in self.errors:
            return "One of the chosen sources is not there, or you may not read it."
        return f"The budget is between {MAX_TOKENS[0]} and {MAX_TOKENS[1]} tokens."
