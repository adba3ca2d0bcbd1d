"""The cards of the admin's first page: one figure each, with the way to what lies behind it."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeAlias

from django.conf import settings
from django.utils.module_loading import import_string

CardMaker: TypeAlias = Callable[..., Iterable["Card"]]


class CardState(StrEnum):
    """Whether there is something to do; told by a word as well as by a colour."""

    PLAIN = "plain"
    GOOD = "good"
    WARN = "warn"
    BAD = "bad"

    @property
    def word(self) -> str:
        """What is read out."""
        return {"good": "fine", "warn": "look at it", "bad": "needs mending"}.get(self.value, "")


@dataclass(frozen=True, slots=True)
class Card:
    """A figure with its title, one line of explanation and a link that leads to the remedy."""

    title: str
    value: str
    note: str
    link: str
    link_text: str
    state: CardState = CardState.PLAIN


def cards_for(user: Any) -> Iterator[Card]:
    """The cards of ``settings.PRESSMARK_ADMIN_CARDS``, each over what the user may read."""
    for name in settings.PRESSMARK_ADMIN_CARDS:
        make: CardMaker = import_string(name)
        yield from make(user=user)


def good_if_none(count: int, otherwise: CardState) -> CardState:
    """Good for zero."""
    return otherwise if count else CardState.GOOD
