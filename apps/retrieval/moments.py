"""Times as people and scripts write them, for `since`, `until` and `as_of`."""

import re
from datetime import UTC, datetime
from typing import TypeVar

Value = TypeVar("Value")

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")


def to_its_end(value: Value) -> Value | str:
    """A day alone, as an end, means all of it; anything else is left as it is."""
    if isinstance(value, str) and _DAY.fullmatch(value.strip()):
        return f"{value.strip()}T23:59:59.999999"
    return value


def read_moment(text: str) -> datetime:
    """A time in ISO 8601, in UTC where it names no zone. Raises `ValueError`."""
    moment = datetime.fromisoformat(text)
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def read_end(text: str) -> datetime:
    """As `read_moment`; a day alone ends at its end."""
    return read_moment(str(to_its_end(text)))
