from datetime import datetime, time
from typing import Any

from django import forms
from django.utils.timezone import make_aware

from apps.documents.models import DocumentKind
from apps.reader.results import MOST_RESULTS, PAGE_SIZE
from apps.retrieval.request import FORMAT_NAMES, LONGEST_HEADING

FORMAT_LABELS = {
    "asciidoc": "AsciiDoc",
    "html": "HTML",
    "mdx": "MDX",
    "openapi": "OpenAPI",
    "rdoc": "RDoc",
    "rst": "reStructuredText",
    "text": "Plain text",
}
PROBLEMS = {
    "kind": "One of the chosen kinds is unknown.",
    "format": "One of the chosen formats is unknown.",
    "heading": f"A heading has at most {LONGEST_HEADING} characters.",
    "since": "Give the day as in 2026-03-01.",
    "until": "Give the day as in 2026-03-01.",
    "mode": "What to look for is pages, code, or both.",
}

MODES = [("docs", "Pages"), ("mixed", "Pages and code"), ("symbols", "Names of code")]
KINDS = [("collection", "Collection pages"), *DocumentKind.choices]
FORMATS = [(name, FORMAT_LABELS.get(name, name.title())) for name in FORMAT_NAMES]


class SearchForm(forms.Form):
    """The parameters of the search page; anything odd in the address falls back or is told."""

    q = forms.CharField(required=False, max_length=1000, strip=True)
    source = forms.MultipleChoiceField(required=False)
    kind = forms.MultipleChoiceField(required=False, choices=KINDS)
    format = forms.MultipleChoiceField(required=False, choices=FORMATS)
    heading = forms.CharField(required=False, max_length=LONGEST_HEADING)
    since = forms.DateField(required=False)
    until = forms.DateField(required=False)
    mode = forms.ChoiceField(required=False, choices=MODES)
    limit = forms.IntegerField(required=False, min_value=1, max_value=MOST_RESULTS)

    def __init__(self, *args: Any, marks: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["source"].choices = [(mark, mark) for mark in marks]  # type: ignore[attr-defined]

    def clean_limit(self) -> int:
        """How many results; a page's worth unless asked for more."""
        return self.cleaned_data["limit"] or PAGE_SIZE

    def filters(self) -> dict[str, Any]:
        """What narrows the search besides sources, as `SearchRequest` calls it."""
        data = self.cleaned_data
        since, until = data["since"], data["until"]
        return {
            "mode": data["mode"] or MODES[0][0],
            "kinds": tuple(data["kind"]),
            "formats": tuple(data["format"]),
            "heading": data["heading"],
            "since": since and make_aware(datetime.combine(since, time.min)),
            "until": until and make_aware(datetime.combine(until, time.max)),
        }

    def chosen_filters(self) -> int:
        """How many filters are set."""
        if not self.is_valid():
            return 0
        usual = {"mode": MODES[0][0]}
        return sum(
            bool(value) and value != usual.get(name) for name, value in self.filters().items()
        )

    def problem(self) -> str:
        """The first thing that is wrong, in words for the page."""
        if "q" in self.errors:
            return "A question has 1 to 1000 characters, none of them a null byte."
        if "source" in self.errors:
            return "One of the chosen sources is not there, or you may not read it."
        for name, text in PROBLEMS.items():
            if name in self.errors:
                return text
        return "The number of results is between 1 and 100." if self.errors else ""
