"""Keeps an answer within the tokens the caller has room for."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from apps.access.errors import BudgetTooSmallError
from apps.mcp.replies import Reply

ItemT = TypeVar("ItemT")


def fit_items(
    items: Sequence[ItemT], max_tokens: int, build: Callable[[Sequence[ItemT]], Reply]
) -> Reply:
    """The reply built from as many leading items as fit into ``max_tokens``.

    ``build`` gets a prefix of the items and must grow with it. Raises `BudgetTooSmallError` when
    there are items and not even the first one fits, or when the reply without any does not.
    """
    whole = build(items)
    if whole.tokens <= max_tokens:
        return whole
    best = None
    fits, too_many = 0, len(items)
    while too_many - fits > 1:
        count = (fits + too_many) // 2
        reply = build(items[:count])
        if reply.tokens <= max_tokens:
            best, fits = reply, count
        else:
            too_many = count
    if best is None:
        raise BudgetTooSmallError.needing(build(items[:1]).tokens)
    return best


def check_budget(reply: Reply, max_tokens: int) -> None:
    """Raise `BudgetTooSmallError` when the reply takes more than ``max_tokens``."""
    if reply.tokens > max_tokens:
        raise BudgetTooSmallError.needing(reply.tokens)
