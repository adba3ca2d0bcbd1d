"""Marking the words of a query in a text that is shown."""

import re
from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

ENDING = re.compile(r"(?:ies|ing|ed|es|s|e|y)\Z")
SHORTEST_STEM = 4


def mark_terms(text: str, terms: Sequence[str]) -> SafeString:
    """The text, escaped, with every form of the terms in ``<mark>``."""
    known = sorted({term for term in terms if term}, key=len, reverse=True)
    if not known:
        return format_html("{}", text)
    return mark_matches(text, "|".join(map(term_pattern, known)))


def mark_text(text: str, wanted: str) -> SafeString:
    """The text, escaped, with every place that reads like ``wanted`` in ``<mark>``."""
    return mark_matches(text, re.escape(wanted)) if wanted else format_html("{}", text)


def mark_matches(text: str, expression: str) -> SafeString:
    """The text, escaped, with every match in ``<mark>``, in any case of letters."""
    pattern = re.compile(f"({expression})", re.IGNORECASE)
    # Splitting by one group puts what matched at the odd places.
    parts = enumerate(pattern.split(text))
    return format_html_join(
        "", "{}", ((format_html("<mark>{}</mark>", part) if i % 2 else part,) for i, part in parts)
    )


def term_pattern(term: str) -> str:
    """A pattern for a term: as it stands, or with other endings when it is a longer Latin word."""
    if not (term.isascii() and term.isalnum()):
        return re.escape(term)
    stem = ENDING.sub("", term)
    if not term.isalpha() or len(stem) < SHORTEST_STEM:
        return rf"\b{term}s?\b"
    return rf"\b{stem}\w{{0,5}}\b"
