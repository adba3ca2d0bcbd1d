"""A file as the whole truth about the members of the groups that it names."""

from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import Group

from apps.access.exchange.rows import AccessRow


def with_leavers(rows: Sequence[tuple[int, AccessRow]]) -> list[tuple[int, AccessRow]]:
    """The rows, and for each present member of a named group that no row names one to leave it.

    A group is named by a row of kind ``group`` or ``member``. The added rows have line 0.
    """
    named: dict[str, set[str]] = defaultdict(set)
    for _, row in rows:
        if row.kind in {"group", "member"} and (row.kind, row.state) != ("group", "absent"):
            named[row.group] |= {row.user} if row.kind == "member" else set()
    leavers = [
        (0, AccessRow(kind="member", group=group.name, user=person.username, state="absent"))
        for group in Group.objects.filter(name__in=named).prefetch_related("user_set")
        for person in group.user_set.all()
        if person.username not in named[group.name]
    ]
    return [*rows, *leavers]
