"""Long lists in pages that keep a token budget."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from apps.mcp.budget import fit_items
from apps.mcp.cursors import bad_cursor, read_cursor, write_cursor
from apps.mcp.replies import Reply

Rows = QuerySet[Any] | Sequence[Any]


@dataclass(frozen=True, slots=True)
class ListPage:
    """Some entries of a list of ``total``; ``next_cursor`` leads to those after them, if any."""

    shown: Sequence[Any]
    total: int
    next_cursor: str | None

    def facts(self) -> dict[str, Any]:
        """What each answer with a list says about the page."""
        more = {} if self.next_cursor is None else {"next_cursor": self.next_cursor}
        return {"total": self.total, "truncated": bool(more), **more}

    def more(self) -> list[str]:
        """The line of the text that tells how to go on, if there is more."""
        return [] if self.next_cursor is None else [f"More: pass cursor={self.next_cursor}"]


def fit_list(
    rows: Rows,
    cursor: str | None,
    *,
    state: object,
    limit: int,
    max_tokens: int,
    build: Callable[[ListPage], Reply],
    load: Callable[[list[Any]], Sequence[Any]] = list,
) -> Reply:
    """The reply built from as many entries as fit, at most ``limit``, from where the cursor stands.

    ``state`` is what the list depends on; ``load`` turns rows into entries, all at once. Raises
    `BudgetTooSmallError`, or `InvalidRequestError` for a cursor of another list, which includes an
    older state of the same one.
    """
    digest = hashlib.sha256(repr(state).encode()).hexdigest()[:12]
    total = rows.count() if isinstance(rows, QuerySet) else len(rows)
    start = 0 if cursor is None else find_start(cursor, digest, total)
    entries = load(list(rows[start : start + limit]))

    def build_page(shown: Sequence[Any]) -> Reply:
        end = start + len(shown)
        more = write_cursor({"at": end, "of": digest}) if shown and end < total else None
        return build(ListPage(shown, total, more))

    return fit_items(entries, max_tokens, build_page)


def find_start(cursor: str, digest: str, total: int) -> int:
    """Where to go on, in entries."""
    place = read_cursor(cursor, at=int, of=str)
    start: int = place["at"]
    if place["of"] != digest or not 0 < start < total:
        raise bad_cursor()
    return start
