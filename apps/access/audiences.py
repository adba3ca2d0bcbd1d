"""Whom a source is shown to, in words."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings

from apps.access.querysets import Visibility


def public_audience() -> str:
    """Who reads what is public."""
    if settings.PRESSMARK.public_read:
        return "anyone who can reach this server, without signing in"
    return "everyone who can sign in here"


def told_count(count: int, one: str, many: str = "") -> str:
    """A number with its noun, as in "2 documents"."""
    return f"{count:,} {one if count == 1 else many or one + 's'}".replace(",", "\u202f")


def count_documents(sources: Sequence[Any]) -> int:
    """The documents of sources that were loaded with their ``document_count``."""
    return sum(source.document_count or 0 for source in sources)


def opening_words(sources: Sequence[Any]) -> str:
    """What becoming public means for these sources."""
    opened = [source for source in sources if source.visibility != Visibility.PUBLIC]
    count = told_count(count_documents(opened), "document")
    return (
        f"{count} will be readable by {public_audience()}, in the pages, over the API and by "
        "agents. Making it private later does not take back what was read."
    )
