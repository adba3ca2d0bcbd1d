from typing import Any

from django import forms

from apps.access.models import Scope
from apps.access.tokens import known_tools
from apps.reader.sources import SourceChoice

LIFETIMES = [("30", "30 days"), ("90", "90 days"), ("365", "One year"), ("", "Never")]


class TokenForm(forms.Form):
    """What a new access token is for and what limits it."""

    name = forms.CharField(max_length=100, help_text="Where it will be used, such as “laptop”.")
    scopes = forms.MultipleChoiceField(
        label="What it may do",
        choices=Scope.choices,
        initial=[Scope.API_READ, Scope.MCP],
        widget=forms.CheckboxSelectMultiple,
        help_text="An agent needs reading and MCP.",
    )
    days = forms.ChoiceField(label="Expires", choices=LIFETIMES, initial="90", required=False)
    sources = forms.MultipleChoiceField(
        label="Only these sources",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose none for everything you can read, now and later.",
    )
    tools = forms.MultipleChoiceField(
        label="Only these MCP tools",
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Choose none for all tools.",
    )

    def __init__(self, *args: Any, sources: list[SourceChoice], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sources"].choices = [  # type: ignore[attr-defined]
            (source.id, source.label) for source in sources
        ]
        self.fields["tools"].choices = [(name, name) for name in sorted(known_tools())]  # type: ignore[attr-defined]
        if not sources:
            del self.fields["sources"]
