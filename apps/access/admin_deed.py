"""What can be done to many rows at once, and to which of the chosen ones."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from django import forms
from django.db.models import QuerySet

from apps.access.admin_scope import allowed_rows
from apps.access.errors import InvalidRequestError
from apps.access.querysets import Action

Choice: TypeAlias = Mapping[str, Any]
Rows: TypeAlias = Sequence[Any]

MOST_ROWS = 500
VERBS = {Action.READ: "see", Action.WRITE: "change", Action.SHARE: "share", Action.DELETE: "delete"}
NO_RIGHT = {right: f"You have no right to {verb} it." for right, verb in VERBS.items()}


def nothing_more(_user: Any, _rows: Rows, _choice: Choice) -> Iterable[str]:
    """No consequences beyond the deed itself."""
    return ()


def no_obstacle(_row: Any) -> str:
    """It can be done to every row."""
    return ""


def own_names(_user: Any, rows: Rows) -> list[str]:
    """Each row as it names itself."""
    return [str(row) for row in rows]


@dataclass(frozen=True, slots=True)
class BulkDeed:
    """One entry of a list's action menu.

    ``carry_out(user, row, **choice)`` is one service, called for each row inside one transaction;
    with ``is_each_alone`` a row that the service refuses is left out and the others stay done.
    ``form(data, user=…, admin_site=…, model=…)`` asks what else is to be known, ``consequences``
    tells people what will happen. Rows without the ``right``, and those with an ``obstacle`` (the
    reason, in words), are left out, and named by ``name_rows``.
    """

    name: str
    label: str
    right: Action
    carry_out: Callable[..., object]
    done: str
    form: type[forms.Form] | None = None
    consequences: Callable[[Any, Rows, Choice], Iterable[str]] = field(default=nothing_more)
    obstacle: Callable[[Any], str] = field(default=no_obstacle)
    name_rows: Callable[[Any, Rows], list[str]] = field(default=own_names)
    is_dangerous: bool = False
    is_each_alone: bool = False

    @property
    def verb(self) -> str:
        """The label without the dots that announce a choice."""
        return self.label.rstrip("…")


@dataclass(frozen=True, slots=True)
class Chosen:
    """The chosen rows it can be done to, and the others by the reason why not."""

    allowed: list[Any]
    left_out: dict[str, list[Any]]

    @classmethod
    def among(cls, rows: QuerySet[Any], user: Any, deed: BulkDeed) -> "Chosen":
        """Split visible rows. Raises `InvalidRequestError` for too many of them."""
        listed = list(rows[: MOST_ROWS + 1])
        if len(listed) > MOST_ROWS:
            raise InvalidRequestError(f"Choose at most {MOST_ROWS} at once.")
        may = allowed_rows(rows.model, user, deed.right)
        permitted = set(may.filter(pk__in=[row.pk for row in listed]).values_list("pk", flat=True))
        left_out: dict[str, list[Any]] = defaultdict(list)
        allowed: list[Any] = []
        for row in listed:
            reason = deed.obstacle(row) if row.pk in permitted else NO_RIGHT[deed.right]
            (left_out[reason] if reason else allowed).append(row)
        return cls(allowed, dict(left_out))

    def named(self, user: Any, deed: BulkDeed) -> tuple[list[str], dict[str, list[str]]]:
        """The same by name."""
        others = {why: deed.name_rows(user, rows) for why, rows in self.left_out.items()}
        return deed.name_rows(user, self.allowed), others
