"""Who can read a source, and why: the access rule told from the source's side."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from django.conf import settings
from django.db.models import Q
from django.utils import timezone

from apps.access.models import GrantLevel, Source, User
from apps.access.principals import Principal
from apps.access.querysets import Action, Visibility, require

Ground = Literal["admin", "owner", "public", "group", "user"]


@dataclass(frozen=True, slots=True)
class Reason:
    """One ground on which somebody reads a source, and whether it also lets them write."""

    ground: Ground
    level: GrantLevel
    group: str | None = None
    granted_by: str | None = None
    expires_at: datetime | None = None

    def __str__(self) -> str:
        match self.ground:
            case "group":
                text = f"group {self.group}, {self.level.label.lower()}"
            case "user":
                text = f"grant, {self.level.label.lower()}"
            case _:
                text = self.ground
        if self.granted_by:
            text += f", granted by {self.granted_by}"
        if self.expires_at:
            text += f", expires {self.expires_at:%Y-%m-%d %H:%M} UTC"
        return text

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "ground": self.ground,
            "level": self.level.value,
            "group": self.group,
            "granted_by": self.granted_by,
            "expires_at": self.expires_at and self.expires_at.isoformat(),
        }


@dataclass(frozen=True, slots=True)
class Reader:
    """Somebody who can read the source; ``user_id`` is None for whole audiences."""

    name: str
    user_id: int | None
    reasons: tuple[Reason, ...] = field(default=())

    @property
    def level(self) -> GrantLevel:
        """The highest level of all reasons."""
        writes = any(reason.level is GrantLevel.WRITE for reason in self.reasons)
        return GrantLevel.WRITE if writes else GrantLevel.READ

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "name": self.name,
            "user_id": self.user_id,
            "level": self.level.value,
            "reasons": [reason.as_dict() for reason in self.reasons],
        }


def list_readers(*, user: Principal, source: Source) -> list[Reader]:
    """Each person who can read the source now with all their reasons, audiences first.

    Raises `NotFoundError`, or `ForbiddenError` unless the user may share the source: the names of
    its readers are for those who decide about them.
    """
    require(user, Action.SHARE, source)
    reasons: dict[int, list[Reason]] = defaultdict(list)
    for user_id, reason in personal_reasons(source):
        reasons[user_id].append(reason)
    people = User.objects.filter(pk__in=reasons, is_active=True).order_by("username")
    return [
        *audiences(source),
        *(Reader(one.username, one.pk, tuple(reasons[one.pk])) for one in people),
    ]


def audiences(source: Source) -> Iterator[Reader]:
    """Whole groups of people whom a public source is open to."""
    if source.visibility == Visibility.PUBLIC:
        everybody = (Reason("public", GrantLevel.READ),)
        yield Reader("everybody signed in", None, everybody)
        if settings.PRESSMARK.public_read:
            yield Reader("anonymous visitors", None, everybody)


def personal_reasons(source: Source) -> Iterator[tuple[int, Reason]]:
    """User ids with the reasons that name them, inactive users included."""
    admins = User.objects.filter(is_superuser=True)
    for user_id in admins.values_list("pk", flat=True):
        yield user_id, Reason("admin", GrantLevel.WRITE)
    if source.owner_id is not None:
        yield source.owner_id, Reason("owner", GrantLevel.WRITE)
    grants = list(grants_in_force(source, "group_grants", "group"))
    members = members_of({grant.group_id for grant in grants})
    for grant in grants:
        reason = reason_of(grant, "group", group=grant.group.name)
        for user_id in members[grant.group_id]:
            yield user_id, reason
    if source.visibility != Visibility.ADMIN_ONLY:
        for grant in grants_in_force(source, "user_grants"):
            yield grant.user_id, reason_of(grant, "user")


def members_of(group_ids: Iterable[int]) -> dict[int, list[int]]:
    """User ids by group id, read at once."""
    members: dict[int, list[int]] = defaultdict(list)
    rows = User.groups.through.objects.filter(group_id__in=list(group_ids))
    for group_id, user_id in rows.values_list("group_id", "user_id"):
        members[group_id].append(user_id)
    return members


def grants_in_force(source: Source, relation: str, *related: str) -> Any:
    """The grants of one kind that have not expired, in the order they were given."""
    unexpired = Q(expires_at=None) | Q(expires_at__gt=timezone.now())
    rows = getattr(source, relation).filter(unexpired)
    return rows.select_related("permission", "granted_by", *related).order_by("granted_at", "pk")


def reason_of(grant: Any, ground: Ground, group: str | None = None) -> Reason:
    """A grant as a reason."""
    by = grant.granted_by and grant.granted_by.get_username()
    return Reason(ground, grant.level, group, by, grant.expires_at)
