from typing import Any

from django import forms

from apps.reader.results import MOST_RESULTS, PAGE_SIZE


class SearchForm(forms.Form):
    """The parameters of the search page; anything odd in the address falls back or is told."""

    q = forms.CharField(required=False, max_length=1000, strip=True)
    source = forms.MultipleChoiceField(required=False)
    limit = forms.IntegerField(required=False, min_value=1, max_value=MOST_RESULTS)

    def __init__(self, *args: Any, marks: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].choices = [(mark, mark) for mark in marks]  # type: ignore[attr-defined]

    def clean_limit(self) -> int:
        """How many results; a page's worth unless asked for more."""
        return self.cleaned_data["limit"] or PAGE_SIZE

    def problem(self) -> str:
        """The first thing that is wrong, in words for the page."""
        if "q" in self.errors:
            return "A question has 1 to 1000 characters, none of them a null byte."
        if "source" in self.errors:
            return "One of the chosen sources is not there, or you may not read it."
        return "The number of results is between 1 and 100." if self.errors else ""
