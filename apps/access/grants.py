"""Sharing: grants to groups and users, visibility and ownership of sources."""

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group, Permission
from django.contrib.contenttypes.models import ContentType
from django.db import IntegrityError, transaction
from django.utils import timezone

from apps.access.audit import record_change
from apps.access.errors import (
    DuplicateNameError,
    FieldError,
    ForbiddenError,
    InvalidRequestError,
)
from apps.access.models import GrantLevel, GroupGrant, Source, User, UserGrant
from apps.access.principals import Principal, is_admin, stored_user
from apps.access.querysets import Action, Visibility, require, source_models


@transaction.atomic
def grant_access(
    *,
    user: Principal,
    source: Source,
    to: Group | User,
    level: GrantLevel,
    expires_at: datetime | None = None,
) -> GroupGrant | UserGrant:
    """Give a group or a user a level on a source, replacing the one they had.

    Raises `ForbiddenError` unless the user may share the source, `InvalidRequestError` for a user
    grant on an admin-only source or an expiry in the past.
    """
    require(user, Action.SHARE, source)
    if isinstance(to, User) and source.visibility == Visibility.ADMIN_ONLY:
        raise InvalidRequestError.for_field("user", "An admin-only source is shared with groups.")
    if expires_at is not None and expires_at <= timezone.now():
        raise InvalidRequestError.for_field("expires_at", "The expiry must lie in the future.")
    rows = grants_of(source, to)
    before = [fact_of(grant) for grant in rows.select_related("permission")]
    rows.delete()
    grant: GroupGrant | UserGrant = rows.create(
        **holder_of(to),
        content_object=source,
        permission=permission_for(source, level),
        granted_by=stored_user(user),
        expires_at=expires_at,
    )
    record_change(
        user=user,
        action="grant.set",
        target=source,
        before=before[0] if before else None,
        after=fact_of(grant),
    )
    return grant


@transaction.atomic
def revoke_access(*, user: Principal, source: Source, to: Group | User) -> bool:
    """Take away every grant of a group or user on a source; whether there was one."""
    require(user, Action.SHARE, source)
    rows = grants_of(source, to)
    before = [fact_of(grant) for grant in rows.select_related("permission")]
    rows.delete()
    if before:
        record_change(user=user, action="grant.revoked", target=source, before=before[0])
    return bool(before)


@transaction.atomic
def set_visibility(*, user: Principal, source: Source, visibility: Visibility) -> None:
    """Change who can see a source. Only an admin moves one into or out of ``admin_only``."""
    require(user, Action.SHARE, source)
    if source.visibility == visibility:
        return
    check_visibility_choice(user, visibility)
    before = source.visibility
    source.visibility = visibility
    source.save(update_fields=["visibility", "updated_at"])
    record_change(
        user=user,
        action="visibility.changed",
        target=source,
        before={"visibility": before},
        after={"visibility": visibility},
    )


@transaction.atomic
def set_owner(*, user: Principal, source: Source, owner: User | None) -> None:
    """Hand a source to another person, or to nobody. Only an admin does that.

    Raises `ForbiddenError`, or `DuplicateNameError` when the new owner has one of that name.
    """
    require(user, Action.SHARE, source)
    if not is_admin(user):
        raise ForbiddenError("Only an admin can give a source to somebody else.")
    if source.owner == owner:
        return
    before = source.owner
    source.owner = owner
    try:
        with transaction.atomic():
            source.save(update_fields=["owner", "updated_at"])
    except IntegrityError:
        message = "The new owner already has one of that name."
        raise DuplicateNameError(message, field_errors=[FieldError("owner", message)]) from None
    record_change(
        user=user,
        action="owner.changed",
        target=source,
        before={"owner": before and before.get_username()},
        after={"owner": owner and owner.get_username()},
    )


def check_visibility_choice(user: Principal, visibility: Visibility) -> None:
    """Raise `ForbiddenError` when somebody who is no admin chooses ``admin_only``."""
    if visibility == Visibility.ADMIN_ONLY and not is_admin(user):
        raise ForbiddenError("Only an admin can make a source admin-only.")


def fact_of(grant: GroupGrant | UserGrant) -> dict[str, str | None]:
    """What the audit log keeps of a grant; its permission must be loaded."""
    holder = grant.group if isinstance(grant, GroupGrant) else grant.user
    until = grant.expires_at
    return {
        "to": str(holder),
        "level": grant.level,
        "expires_at": until.isoformat() if until else None,
    }


def facts_of_holder(holder: Group | User) -> list[str]:
    """Every grant of a group or user in a line each, as of when the holder goes."""
    relation = "group_grants" if isinstance(holder, Group) else "user_grants"
    lines = []
    for model in source_models():
        grants = model._meta.get_field(relation).related_model  # noqa: SLF001
        rows = grants.objects.filter(**holder_of(holder))  # type: ignore[union-attr]
        found = rows.select_related("permission", "content_object").order_by("pk")
        lines += [f"{grant.level.label} {grant.content_object}" for grant in found]
    return lines


def grants_of(source: Source, to: Group | User) -> Any:
    """The grant rows of one group or user on one source."""
    relation = "group_grants" if isinstance(to, Group) else "user_grants"
    return getattr(source, relation).filter(**holder_of(to))


def holder_of(to: Group | User) -> dict[str, Any]:
    """The column that names the holder of a grant."""
    return {"group": to} if isinstance(to, Group) else {"user": to}


def permission_for(source: Source, level: GrantLevel) -> Permission:
    """The guardian permission that stands for a level on this kind of source."""
    content_type = ContentType.objects.get_for_model(source)
    name = source._meta.model_name  # noqa: SLF001
    return Permission.objects.get(content_type=content_type, codename=f"{level}_{name}")
