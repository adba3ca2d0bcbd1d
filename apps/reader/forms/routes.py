from django import forms

from apps.retrieval.routing.request import QUERY_CHARS, TOP_K, RouteRequest


class RouteForm(forms.Form):
    """The parameters of the page of routes; anything odd in the address falls back or is told."""

    q = forms.CharField(required=False, max_length=QUERY_CHARS, strip=True)
    top_k = forms.IntegerField(required=False, min_value=TOP_K[0], max_value=TOP_K[1])

    def clean_top_k(self) -> int:
        """How many sources of each kind; the usual number unless another is asked for."""
        return self.cleaned_data["top_k"] or RouteRequest("").top_k

    def problem(self) -> str:
        """The first thing that is wrong, in words for the page."""
        if "q" in self.errors:
            return f"A question has 1 to {QUERY_CHARS} characters, none of them a null byte."
        return f"The number of sources is between {TOP_K[0]} and {TOP_K[1]}."
