"""Taking groups, members and grants in: all rows or none, or none at all in a dry run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.contrib.auth.models import Group
from django.db import transaction

from apps.access.audit import record_change
from apps.access.errors import DomainError, InvalidRequestError, NotFoundError
from apps.access.exchange.grants import apply_grant
from apps.access.exchange.rows import AccessRow
from apps.access.models import User
from apps.access.names import clean_group_name
from apps.access.people import (
    delete_groups,
    record_group,
    require_admin,
    stored_group_facts,
)
from apps.access.principals import Principal


@dataclass(frozen=True, slots=True)
class LineNote:
    """What one line does, or why it cannot be done."""

    line: int
    text: str


@dataclass(frozen=True, slots=True)
class ImportOutcome:
    """The changes and the errors, line by line; whether anything was stored."""

    changes: list[LineNote] = field(default_factory=list)
    errors: list[LineNote] = field(default_factory=list)
    unchanged: int = 0
    is_stored: bool = False


def import_access(
    *, user: Principal, rows: Sequence[tuple[int, AccessRow]], is_dry_run: bool
) -> ImportOutcome:
    """Carry the rows out in order, each seeing those before it.

    A dry run, and a run with an error in any row, stores nothing: it really does everything and
    takes it back, so what it tells is what would happen. Raises `ForbiddenError` for anybody but
    an admin.
    """
    require_admin(user)
    changes: list[LineNote] = []
    errors: list[LineNote] = []
    unchanged = 0
    with transaction.atomic():
        for line, row in rows:
            try:
                with transaction.atomic():
                    told = apply_row(user, row)
            except DomainError as error:
                errors.append(LineNote(line, error.message))
                continue
            unchanged += not told
            if told:
                changes.append(LineNote(line, told))
        is_stored = not (is_dry_run or errors)
        if is_stored and changes:
            after = {"changes": len(changes), "rows": len(rows)}
            record_change(user=user, action="access.imported", target=user, after=after)  # type: ignore[arg-type]
        transaction.set_rollback(not is_stored)
    return ImportOutcome(changes, errors, unchanged, is_stored)


def apply_row(user: Principal, row: AccessRow) -> str:
    """What the row changed, in words; empty for what was so already. Raises domain errors."""
    apply = APPLIERS.get(row.kind)
    if apply is None:
        raise InvalidRequestError(f"The kind is one of {', '.join(APPLIERS)}.")
    if row.state not in {"present", "absent"}:
        raise InvalidRequestError("The state is present or absent.")
    return apply(user, row)


def apply_group(user: Principal, row: AccessRow) -> str:
    """Start a group, or delete one."""
    name = clean_group_name(row.group)
    found = Group.objects.filter(name=name).first()
    if row.state == "absent":
        if found is None:
            return ""
        delete_groups(user=user, groups=[found])
        return f"group {name} is deleted, with its grants"
    if found is not None:
        return ""
    record_group(user=user, group=Group.objects.create(name=name), before=None)
    return f"group {name} is started"


def apply_member(user: Principal, row: AccessRow) -> str:
    """Put somebody into a group, or take them out."""
    group, person = find_group(row.group), find_person(row.user)
    is_member = group.user_set.filter(pk=person.pk).exists()
    if is_member == (row.state == "present"):
        return ""
    before = stored_group_facts(group.pk)
    if row.state == "present":
        group.user_set.add(person)
    else:
        group.user_set.remove(person)
    record_group(user=user, group=group, before=before)
    return f"{person} {'joins' if row.state == 'present' else 'leaves'} {group}"


def apply_shared(user: Principal, row: AccessRow) -> str:
    """Give a grant, or take one."""
    if bool(row.group) == bool(row.user):
        raise InvalidRequestError("A grant names either a group or a user.")
    return apply_grant(user, row, find_group(row.group) if row.group else find_person(row.user))


def find_group(name: str) -> Group:
    """The group of that name. Raises `NotFoundError`, or `InvalidRequestError` for no name."""
    found = Group.objects.filter(name=clean_group_name(name)).first()
    if found is None:
        raise NotFoundError(f"There is no group {name!r}.")
    return found


def find_person(username: str) -> User:
    """The user of that name. Raises `NotFoundError`."""
    found = User.objects.filter(username=User.normalize_username(username)).first()
    if found is None:
        raise NotFoundError(f"There is no user {username!r}.")
    return found


APPLIERS: dict[str, Callable[[Principal, AccessRow], str]] = {
    "group": apply_group,
    "member": apply_member,
    "grant": apply_shared,
}
