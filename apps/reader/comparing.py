"""Which two revisions a visitor compares."""

from dataclasses import dataclass

from django.http import HttpRequest

from apps.collections.models import Document
from apps.collections.revisions import HIGHEST_NUMBER, diff_revisions
from apps.text.differences import TextDiff


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two revisions by number, the older one first, and what differs."""

    old: int
    new: int
    difference: TextDiff


def compared(request: HttpRequest, document: Document) -> Comparison | None:
    """The comparison that ``old`` and ``new`` of the address ask for; None when they do not.

    Raises `NotFoundError` for a revision that there is not.
    """
    numbers = [revision_number(request.GET.get(name, "")) for name in ("old", "new")]
    if None in numbers:
        return None
    old, new = sorted(number for number in numbers if number is not None)
    difference = diff_revisions(user=request.user, document_id=document.pk, old=old, new=new)
    return Comparison(old, new, difference)


def revision_number(text: str) -> int | None:
    """A number that a revision may have; None for anything else."""
    is_number = text.isascii() and text.isdigit() and len(text) <= len(str(HIGHEST_NUMBER))
    return int(text) if is_number else None
