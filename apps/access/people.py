"""Users and groups: who sees whom, and the changes that only admins make."""

from collections.abc import Iterable
from typing import Any

from django.contrib.auth.models import Group
from django.db import IntegrityError, models, transaction

from apps.access.audit import record_change
from apps.access.errors import ConflictError, ForbiddenError
from apps.access.grants import facts_of_holder
from apps.access.models import User
from apps.access.principals import Principal, acting_token, is_admin

FLAGS = ("username", "email", "is_active", "is_staff", "is_superuser")


def visible_groups(user: Principal, rows: models.QuerySet[Group]) -> models.QuerySet[Group]:
    """All for admins; for others the groups they belong to."""
    if is_admin(user):
        return rows
    return rows.filter(pk__in=own_group_ids(user))


def visible_people(user: Principal, rows: models.QuerySet[User]) -> models.QuerySet[User]:
    """All for admins; for others themselves and whoever shares a group with them."""
    if is_admin(user):
        return rows
    memberships = User.groups.through.objects.filter(group_id__in=own_group_ids(user))
    mates = models.Q(pk__in=memberships.values("user_id"), is_active=True)
    return rows.filter(mates | models.Q(pk=user.pk)) if user.is_active else rows.none()


def visible_memberships(user: Principal, rows: models.QuerySet[Any]) -> models.QuerySet[Any]:
    """All for admins; for others those of the groups they belong to."""
    if is_admin(user):
        return rows
    return rows.filter(group_id__in=own_group_ids(user))


def own_group_ids(user: Principal) -> models.QuerySet[Any, Any]:
    """Ids of the user's groups, as a subquery; none for the inactive."""
    rows = User.groups.through.objects.filter(user_id=user.pk or 0)
    return rows.values("group_id") if user.is_active else rows.none().values("group_id")


def require_admin(user: Principal) -> None:
    """Raise `ForbiddenError` unless an admin asks, in person and not by token."""
    if not is_admin(user) or acting_token(user) is not None:
        raise ForbiddenError("Only an admin can change users and groups.")


def facts_of(person: User) -> dict[str, Any]:
    """What the audit log keeps of a user: no password, no digest."""
    groups = person.groups.order_by("name").values_list("name", flat=True) if person.pk else ()
    return {name: getattr(person, name) for name in FLAGS} | {"groups": list(groups)}


@transaction.atomic
def record_new_password(*, user: Principal, person: User) -> None:
    """Append to the audit log that an admin has set somebody's password."""
    require_admin(user)
    record_change(user=user, action="user.password_set", target=person)


def stored_facts(person_id: int) -> dict[str, Any]:
    """The facts of a user as the database has them."""
    return facts_of(User.objects.get(pk=person_id))


@transaction.atomic
def record_person(*, user: Principal, person: User, before: dict[str, Any] | None) -> None:
    """Append to the audit log what changed on a user who has just been saved.

    Raises `ForbiddenError` for anybody but an admin and `ConflictError` when the change leaves no
    active admin; both undo the change.
    """
    require_admin(user)
    require_remaining_admin()
    after = facts_of(person)
    if after != before:
        action = "user.created" if before is None else "user.changed"
        record_change(user=user, action=action, target=person, before=before, after=after)


@transaction.atomic
def delete_person(*, user: Principal, person: User) -> None:
    """Delete a user; what they own stays, without an owner.

    Raises `ForbiddenError`, or `ConflictError` when no admin would remain or a collection of
    theirs has the name of one that has no owner either.
    """
    require_admin(user)
    before = facts_of(person) | {"grants": facts_of_holder(person)}
    record_change(user=user, action="user.deleted", target=person, before=before)
    try:
        with transaction.atomic():
            person.delete()
    except IntegrityError:
        raise ConflictError(
            "Give this person's collections to somebody else first: "
            "one of them has the name of a collection without an owner."
        ) from None
    require_remaining_admin()


def require_remaining_admin() -> None:
    """Raise `ConflictError` when nobody could administer the deployment any more."""
    if not User.objects.filter(is_active=True, is_superuser=True).exists():
        raise ConflictError("At least one active admin must remain.")


def group_facts(group: Group) -> dict[str, Any]:
    """What the audit log keeps of a group."""
    members = User.objects.filter(groups=group).order_by("username")
    return {"name": group.name, "members": list(members.values_list("username", flat=True))}


def stored_group_facts(group_id: int) -> dict[str, Any]:
    """The facts of a group as the database has them."""
    return group_facts(Group.objects.get(pk=group_id))


@transaction.atomic
def record_group(*, user: Principal, group: Group, before: dict[str, Any] | None) -> None:
    """Append to the audit log what changed on a group that has just been saved."""
    require_admin(user)
    after = group_facts(group)
    if after != before:
        action = "group.created" if before is None else "group.changed"
        record_change(user=user, action=action, target=group, before=before, after=after)


@transaction.atomic
def delete_groups(*, user: Principal, groups: Iterable[Group]) -> None:
    """Delete groups with all their grants. Raises `ForbiddenError`."""
    require_admin(user)
    for group in groups:
        before = group_facts(group) | {"grants": facts_of_holder(group)}
        record_change(user=user, action="group.deleted", target=group, before=before)
        group.delete()
