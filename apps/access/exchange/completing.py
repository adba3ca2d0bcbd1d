"""A file as the whole truth about the members of the groups that it names."""

from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import Group

from apps.access.errors import InvalidRequestError
from apps.access.exchange.rows import AccessRow
from apps.access.models import User
from apps.access.names import clean_group_name


def with_leavers(rows: Sequence[tuple[int, AccessRow]]) -> list[tuple[int, AccessRow]]:
    """The rows, and for each present member of a named group that no row names one to leave it.

    A group is named by a row of kind ``group`` or ``member``. The added rows have line 0.
    """
    named: dict[str, set[str]] = defaultdict(set)
    for _, row in rows:
        if row.kind in {"group", "member"} and (row.kind, row.state) != ("group", "absent"):
            names = {User.normalize_username(row.user)} if row.kind == "member" else set()
            named[group_name(row.group)] |= names
    leavers = [
        (0, AccessRow(kind="member", group=group.name, user=person.username, state="absent"))
        for group in Group.objects.filter(name__in=named).prefetch_related("user_set")
        for person in group.user_set.all()
        if person.username not in named[group.name]
    ]
    return [*rows, *leavers]


def group_name(raw: str) -> str:
    """The name as groups have it; one that no group can have is left to its own row to tell."""
    try:
        return clean_group_name(raw)
    except InvalidRequestError:
        return raw
