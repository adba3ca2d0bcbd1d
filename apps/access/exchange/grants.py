"""Grants as they come in with a file."""

from datetime import UTC, datetime

from django.contrib.auth.models import Group

from apps.access.errors import InvalidRequestError
from apps.access.exchange.rows import AccessRow
from apps.access.grants import grant_access, grants_of, revoke_access
from apps.access.marked import find_source_marked
from apps.access.models import GrantLevel, User
from apps.access.principals import Principal


def apply_grant(user: Principal, row: AccessRow, holder: Group | User) -> str:
    """Give or take one grant; what changed, in words. Raises what the services raise."""
    source = find_source_marked(user=user, text=row.source)
    if row.state == "absent":
        revoked = revoke_access(user=user, source=source, to=holder)
        return f"{holder} loses the grant on {source}" if revoked else ""
    level, until = read_level(row.level), read_time(row.expires_at)
    held = grants_of(source, holder).select_related("permission").first()
    if held is not None and (held.level, held.expires_at) == (level, until):
        return ""
    grant_access(user=user, source=source, to=holder, level=level, expires_at=until)
    text = f"{holder} {level.label.lower()} {source}"
    return f"{text} until {until:%Y-%m-%d %H:%M} UTC" if until else text


def read_level(text: str) -> GrantLevel:
    """The level of that name. Raises `InvalidRequestError`."""
    try:
        return GrantLevel(text)
    except ValueError:
        raise InvalidRequestError(f"The level is one of {', '.join(GrantLevel.values)}.") from None


def read_time(text: str) -> datetime | None:
    """A time by ISO 8601, in UTC unless it says otherwise; None for nothing."""
    if not text:
        return None
    try:
        found = datetime.fromisoformat(text)
        return found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        reason = "The expiry is a time as 2027-01-31T12:00:00+00:00."
        raise InvalidRequestError(reason) from None
