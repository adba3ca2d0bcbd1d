"""The variable parts of REST paths."""

import re
import uuid

from django.urls import register_converter

CANONICAL = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)
# No row has it: what is no id at all is answered exactly like an id that is missing.
NO_ID = uuid.UUID(int=0)


class IdentConverter:
    """The id of a row."""

    regex = r"[^/]+"

    def to_python(self, value: str) -> uuid.UUID:
        """The id, or the nil UUID for anything that is not one."""
        return uuid.UUID(value) if CANONICAL.fullmatch(value) else NO_ID

    def to_url(self, value: uuid.UUID | str) -> str:
        """The id in its usual spelling."""
        return str(value)


class KeyConverter:
    """The rest of the path: a source key with its slashes, and line breaks if somebody must."""

    regex = r"[\s\S]+"

    def to_python(self, value: str) -> str:
        """The key as it stands; the view checks it."""
        return value

    def to_url(self, value: str) -> str:
        """The key as it stands; `reverse` percent-encodes it."""
        return value


register_converter(IdentConverter, "ident")
register_converter(KeyConverter, "key")
