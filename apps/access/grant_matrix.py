"""Grants of many sources to many groups, looked at and changed as one table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias
from uuid import UUID

from django.contrib.auth.models import Group
from django.db import transaction
from django.db.models import Count, Q, QuerySet

from apps.access.errors import ConflictError, InvalidRequestError, NotFoundError
from apps.access.grants import grant_access, grants_of, revoke_access
from apps.access.models import GrantLevel, Source
from apps.access.people import visible_groups
from apps.access.principals import Principal
from apps.access.querysets import Action, source_models
from apps.access.readable import in_force

CellKey: TypeAlias = tuple[UUID, int]
NONE = "none"
LEVELS = (NONE, *GrantLevel.values)
MOST_CHANGES = 1000


@dataclass(frozen=True, slots=True)
class CellChange:
    """One cell with the level it had when it was looked at and the one it is to have."""

    source_id: UUID
    group_id: int
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.source_id} {self.group_id} {self.before} {self.after}"

    @classmethod
    def parse(cls, text: str) -> "CellChange":
        """What `str` wrote. Raises `InvalidRequestError`."""
        try:
            source, group, before, after = text.split(" ")
            change = cls(UUID(source), int(group), before, after)
        except ValueError:
            change = None
        if change is None or not {before, after} <= set(LEVELS) or change.group_id >= 2**31:
            raise InvalidRequestError(f"This is no change of a grant: {text[:80]}")
        return change


@dataclass(frozen=True, slots=True)
class NamedChange:
    """A change with the names it is about and how much it shows to how many."""

    change: CellChange
    source: Any
    group: Any


def sharable_sources(*, user: Principal, words: str = "") -> list[QuerySet[Any]]:
    """The sources the user may share, one queryset for each kind, by name.

    Each of the words must occur in the name.
    """
    found = []
    for model in source_models():
        rows = model._default_manager.allowing(user, Action.SHARE)  # type: ignore[attr-defined]  # noqa: SLF001
        names = {field.name for field in model._meta.fields} & {"host", "namespace", "name"}  # noqa: SLF001
        for word in words.replace("/", " ").split():
            rows = rows.filter(matches(names, word))
        found.append(rows.order_by(*sorted(names), "pk"))
    return found


def matches(names: Iterable[str], word: str) -> Q:
    """The condition that one of the columns holds the word."""
    return Q(*((f"{name}__icontains", word) for name in names), _connector=Q.OR)


def named_groups(*, user: Principal, words: str = "") -> QuerySet[Group]:
    """The groups the user sees, by name; each of the words must occur in it."""
    rows = visible_groups(user, Group.objects.order_by("name"))
    for word in words.split():
        rows = rows.filter(name__icontains=word)
    return rows


def read_cells(sources: Sequence[Source], groups: Sequence[Group]) -> dict[CellKey, str]:
    """The levels in force, by source and group; one query for each kind of source."""
    cells: dict[CellKey, str] = {}
    for model in source_models():
        here = [source for source in sources if isinstance(source, model)]
        if here:
            grants = in_force(model, "group_grants")  # type: ignore[arg-type]
            found = grants.filter(content_object__in=here, group__in=groups)
            for grant in found.select_related("permission"):
                cells[grant.content_object_id, grant.group_id] = grant.level.value
    return cells


def name_changes(*, user: Principal, changes: Sequence[CellChange]) -> list[NamedChange]:
    """The changes with their sources (and ``document_count``) and groups (and ``member_count``).

    Raises `NotFoundError` when one names what the user may not share or see, and
    `InvalidRequestError` for more than 1,000.
    """
    if len(changes) > MOST_CHANGES:
        raise InvalidRequestError(f"At most {MOST_CHANGES} changes at once.")
    ids = {change.source_id for change in changes}
    sources = {
        source.pk: source
        for rows in sharable_sources(user=user)
        for source in rows.filter(pk__in=ids).annotate(document_count=Count("documents"))
    }
    wanted = named_groups(user=user).filter(pk__in={change.group_id for change in changes})
    groups = {group.pk: group for group in wanted.annotate(member_count=Count("user"))}
    if not all(one.source_id in sources and one.group_id in groups for one in changes):
        raise NotFoundError("A source or a group is no longer there, or not yours to share.")
    return [NamedChange(one, sources[one.source_id], groups[one.group_id]) for one in changes]


@transaction.atomic
def change_cells(*, user: Principal, changes: Sequence[CellChange]) -> int:
    """Carry out all changes or none, each in the audit log; how many there were.

    A level that only rises or falls keeps its expiry. Raises as `name_changes`, `ForbiddenError`,
    or `ConflictError` when somebody has changed a cell since it was looked at.
    """
    named = name_changes(user=user, changes=changes)
    for one in named:
        held = grants_of(one.source, one.group).select_for_update(of=("self",))
        stored = next((grant for grant in held if not grant.is_expired), None)
        level = stored.level.value if stored else NONE
        if level != one.change.before:
            raise ConflictError(
                f"{one.group} has another level on {one.source} by now: {level}. "
                "Nothing was changed; look at the table again."
            )
        if one.change.after == NONE:
            revoke_access(user=user, source=one.source, to=one.group)
        else:
            grant_access(
                user=user,
                source=one.source,
                to=one.group,
                level=GrantLevel(one.change.after),
                expires_at=stored.expires_at if stored else None,
            )
    return len(named)
