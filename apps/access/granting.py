"""Grants by the names of their holders, for those who do not hold rows in their hands."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.grants import revoke_access
from apps.access.models import GrantLevel, Source, User
from apps.access.people import visible_groups, visible_people
from apps.access.principals import Principal
from apps.access.querysets import Action, require


@dataclass(frozen=True, slots=True)
class GrantFact:
    """One grant: a group or a user (the other is None), what they may, by whom, until when."""

    group: str | None
    user: str | None
    level: GrantLevel
    granted_by: str | None
    granted_at: datetime
    expires_at: datetime | None
    is_expired: bool


@dataclass(frozen=True, slots=True)
class Holders:
    """Names of groups and people that somebody can share with."""

    groups: tuple[str, ...]
    people: tuple[str, ...]


def holders_in_reach(*, user: Principal, most: int = 200) -> Holders:
    """The first groups and people by name, of those the user sees, as suggestions."""
    groups = visible_groups(user, Group.objects.order_by("name"))
    people = visible_people(user, User.objects.filter(is_active=True).order_by("username"))
    return Holders(
        tuple(groups.values_list("name", flat=True)[:most]),
        tuple(people.values_list("username", flat=True)[:most]),
    )


def list_grants(*, user: Principal, source: Source) -> list[GrantFact]:
    """The grants of a source, groups first, by name; expired ones are marked.

    Raises `NotFoundError`, or `ForbiddenError` unless the user may share it.
    """
    require(user, Action.SHARE, source)
    rows: Any = source
    groups = rows.group_grants.select_related("permission", "granted_by", "group")
    people = rows.user_grants.select_related("permission", "granted_by", "user")
    return [
        *(fact_of(one, group=one.group.name) for one in groups.order_by("group__name")),
        *(fact_of(one, user=one.user.username) for one in people.order_by("user__username")),
    ]


def fact_of(grant: Any, group: str | None = None, user: str | None = None) -> GrantFact:
    """A stored grant as a fact."""
    by = grant.granted_by and grant.granted_by.get_username()
    return GrantFact(
        group, user, grant.level, by, grant.granted_at, grant.expires_at, grant.is_expired
    )


def find_holder(
    *, user: Principal, source: Source, group: str | None, person: str | None
) -> Group | User:
    """The group or the person of that name, among those the user sees, to share a source with.

    Raises `NotFoundError`, `ForbiddenError` unless the user may share the source, and
    `InvalidRequestError` when none or both are named, or the name is of nobody one sees.
    """
    require(user, Action.SHARE, source)
    if bool(group) == bool(person):
        raise InvalidRequestError("Name either a group or a user.")
    if group:
        found: Group | User | None = visible_groups(user, Group.objects.filter(name=group)).first()
    else:
        found = visible_people(user, User.objects.filter(username=person or "")).first()
    if found is None:
        field = "group" if group else "user"
        raise InvalidRequestError.for_field(field, f"There is no {field} of that name, for you.")
    return found


def revoke_named(*, user: Principal, source: Source, group: str | None, person: str | None) -> None:
    """Take away the grant of a holder by name, whether or not the user sees them otherwise.

    Raises `NotFoundError` when there is no such grant, `ForbiddenError` and as `find_holder`.
    """
    require(user, Action.SHARE, source)
    if bool(group) == bool(person):
        raise InvalidRequestError("Name either a group or a user.")
    rows: Any = source
    if group:
        found = rows.group_grants.filter(group__name=group).select_related("group").first()
    else:
        found = rows.user_grants.filter(user__username=person).select_related("user").first()
    if found is None:
        raise NotFoundError("There is no such grant.")
    revoke_access(user=user, source=source, to=found.group if group else found.user)
