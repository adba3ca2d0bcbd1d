"""Values that a database can hold."""

from typing import Any


def storable(value: Any) -> Any:
    """The value with U+0000 and half surrogate pairs replaced; PostgreSQL stores neither.

    They cannot stand in the text itself, but escapes in YAML and in links can spell them.
    """
    if isinstance(value, str):
        if value.isascii():
            return value.replace("\0", "\ufffd")
        return value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    if isinstance(value, dict):
        return {storable(key): storable(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [storable(item) for item in value]
    return value
