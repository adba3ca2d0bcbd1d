"""Opaque page cursors: the place to go on from, as URL-safe text."""

import base64
import binascii
import json
from typing import Any

from apps.access.errors import InvalidRequestError

LONGEST = 4000


def write_cursor(place: dict[str, Any]) -> str:
    """The cursor that `read_cursor` turns back into ``place``."""
    raw = json.dumps(place, separators=(",", ":")).encode()
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def read_cursor(cursor: str, **kinds: type) -> dict[str, Any]:
    """The place a cursor stands for, with exactly the keys and types in ``kinds``.

    Raises `InvalidRequestError` for any text that this server did not write for this tool.
    """
    try:
        place = json.loads(
            base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True)
        )
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if (
        not isinstance(place, dict)
        or len(cursor) > LONGEST
        or place.keys() != kinds.keys()
        or any(type(place[key]) is not kind for key, kind in kinds.items())
    ):
        raise bad_cursor()
    return place


def bad_cursor() -> InvalidRequestError:
    """The error for a cursor that leads nowhere (any more)."""
    return InvalidRequestError.for_field(
        "cursor", "This cursor leads nowhere. Pass next_cursor unchanged, or start without one."
    )
