"""What can be done to many sources at once: who sees them, whose they are, grants to groups."""

from collections.abc import Iterator
from typing import Any

from apps.access.admin_bulk import bulk_action
from apps.access.admin_bulk_forms import GrantChoice, GroupChoice, OwnerChoice, VisibilityChoice
from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.audiences import count_documents, opening_words, told_count
from apps.access.grants import grant_access, revoke_access, set_owner, set_visibility
from apps.access.models import GrantLevel, User
from apps.access.querysets import Action, Visibility


def change_visibility(user: Any, source: Any, *, visibility: str) -> None:
    """`set_visibility`."""
    set_visibility(user=user, source=source, visibility=Visibility(visibility))


def change_owner(user: Any, source: Any, *, owner: User) -> None:
    """`set_owner`."""
    set_owner(user=user, source=source, owner=owner)


def give_grant(user: Any, source: Any, *, group: Any, level: str, expires_at: Any) -> None:
    """`grant_access`."""
    given = GrantLevel(level)
    grant_access(user=user, source=source, to=group, level=given, expires_at=expires_at)


def take_grant(user: Any, source: Any, *, group: Any) -> None:
    """`revoke_access`."""
    revoke_access(user=user, source=source, to=group)


def visibility_words(_user: Any, rows: Rows, choice: Choice) -> Iterator[str]:
    """Who sees more, who sees less."""
    visibility = Visibility(choice["visibility"])
    changed = [row for row in rows if row.visibility != visibility]
    same = len(rows) - len(changed)
    if same:
        yield f"{told_count(same, 'source is', 'sources are')} {visibility.label.lower()} already."
    if not changed:
        return
    if visibility == Visibility.PUBLIC:
        yield opening_words(changed)
        return
    count = told_count(count_documents(changed), "document")
    if visibility == Visibility.PRIVATE:
        yield f"{count}: readable by owners, by people and groups with a grant, and by admins."
    else:
        yield f"{count}: readable by owners, by groups with a grant, and by admins."
        yield "Grants to single people stop counting, and only admins can share from now on."


def owner_words(_user: Any, rows: Rows, choice: Choice) -> Iterator[str]:
    """Who owns how much then, and who no longer does."""
    owner = choice["owner"]
    count = told_count(count_documents(rows), "document")
    yield f"{owner} reads, changes, shares and may delete {count}."
    before = sorted({str(row.owner) for row in rows if row.owner and row.owner != owner})
    if before:
        yield f"Owners until now: {', '.join(before)}. They keep only what grants give them."


def grant_words(_user: Any, rows: Rows, choice: Choice) -> Iterator[str]:
    """Who reads or writes how much then, and which grants that replaces."""
    group, level = choice["group"], GrantLevel(choice["level"])
    members = told_count(group.user_set.filter(is_active=True).count(), "active member")
    count = told_count(count_documents(rows), "document")
    yield f"{group} ({members}) {level.label.lower()} {count}."
    if choice["expires_at"]:
        yield f"Until {choice['expires_at']:%Y-%m-%d %H:%M} UTC."
    if held := granted_among(rows, group):
        yield f"It has a grant on {len(held)} of them already, which this one replaces."


def revocation_words(_user: Any, rows: Rows, choice: Choice) -> Iterator[str]:
    """Who loses what."""
    group = choice["group"]
    held = granted_among(rows, group)
    if len(held) < len(rows):
        without = told_count(len(rows) - len(held), "of them is", "of them are")
        yield f"{without} not shared with {group} anyway."
    count = told_count(count_documents(held), "document")
    yield f"{group} loses its grant on {count} with its members' next request."
    yield "Who has another grant, owns a source, or reads it as it is public goes on reading it."


def granted_among(rows: Rows, group: Any) -> list[Any]:
    """The sources on which the group has a grant, in force or expired."""
    grants = type(rows[0])._meta.get_field("group_grants").related_model  # noqa: SLF001
    held = grants._default_manager.filter(group=group, content_object__in=rows)  # noqa: SLF001
    ids = set(held.values_list("content_object_id", flat=True))
    return [row for row in rows if row.pk in ids]


SOURCE_ACTIONS = tuple(
    bulk_action(deed)
    for deed in (
        BulkDeed(
            name="set_visibility",
            label="Set visibility…",
            right=Action.SHARE,
            carry_out=change_visibility,
            done="Visibility set",
            form=VisibilityChoice,
            consequences=visibility_words,
        ),
        BulkDeed(
            name="set_owner",
            label="Set owner…",
            right=Action.SHARE,
            carry_out=change_owner,
            done="Owner set",
            form=OwnerChoice,
            consequences=owner_words,
        ),
        BulkDeed(
            name="grant_to_group",
            label="Grant to a group…",
            right=Action.SHARE,
            carry_out=give_grant,
            done="Granted",
            form=GrantChoice,
            consequences=grant_words,
        ),
        BulkDeed(
            name="revoke_from_group",
            label="Revoke from a group…",
            right=Action.SHARE,
            carry_out=take_grant,
            done="Revoked",
            form=GroupChoice,
            consequences=revocation_words,
            is_dangerous=True,
        ),
    )
)
