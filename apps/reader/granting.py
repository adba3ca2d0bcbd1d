"""Sharing a source with groups and people, as the forms of its page ask for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from apps.access.errors import FieldError, InvalidRequestError, NotFoundError
from apps.access.granting import (
    GrantFact,
    Holders,
    find_holder,
    holders_in_reach,
    list_grants,
    revoke_named,
)
from apps.access.grants import grant_access
from apps.access.models import GrantLevel, Source
from apps.access.principals import Principal
from apps.access.readers import Reader, list_readers
from apps.reader.forms.sharing import end_of

# What the services call what the form asks in its own words.
FIELDS = {"group": "name", "user": "name", "expires_at": "expires_on"}


@dataclass(frozen=True, slots=True)
class Access:
    """Everything about who has access to a source, for those who decide about it."""

    grants: Sequence[GrantFact]
    readers: Sequence[Reader]
    holders: Holders


def access_to(*, user: Principal, source: Source, sought: str) -> Access:
    """The grants, whom one could share with, and the readers whose name contains a text.

    Raises `NotFoundError`, or `ForbiddenError` unless the user may share the source.
    """
    readers = list_readers(user=user, source=source)
    found = [one for one in readers if sought.casefold() in one.name.casefold()]
    return Access(list_grants(user=user, source=source), found, holders_in_reach(user=user))


def share_with(
    *,
    user: Principal,
    source: Source,
    kind: str,
    name: str,
    level: str,
    expires_on: date | None,
) -> str:
    """Give the grant; the holder's name. Raises as `find_holder` and `grant_access`."""
    named = {"group": name if kind == "group" else None, "person": name if kind == "user" else None}
    try:
        holder = find_holder(user=user, source=source, **named)
        grant_access(
            user=user,
            source=source,
            to=holder,
            level=GrantLevel(level),
            expires_at=end_of(expires_on),
        )
    except InvalidRequestError as error:
        told = [FieldError(FIELDS.get(one.field, ""), one.message) for one in error.field_errors]
        raise InvalidRequestError(error.message, field_errors=told) from error
    return str(holder)


def stop_sharing(*, user: Principal, source: Source, kind: str, name: str) -> str:
    """Take the grant away; what to tell. Raises `ForbiddenError`."""
    is_group = kind == "group"
    try:
        revoke_named(
            user=user,
            source=source,
            group=name if is_group else None,
            person=None if is_group else name,
        )
    except NotFoundError:
        return f"{name} has no grant any more."
    return f"The grant of {name} is taken away."
