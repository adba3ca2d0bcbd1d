"""What is wrong with the arguments of a call, in our own words."""

from typing import Any

from pydantic import ValidationError

from apps.access.errors import FieldError, InvalidRequestError

MOST_ERRORS = 20
# By the type of pydantic's error; the braces are filled from its context.
REASONS = {
    "missing": "It is required.",
    "extra_forbidden": "There is no argument of that name.",
    "string_type": "It must be a text.",
    "string_unicode": "It must be a text.",
    "string_too_short": "It must have at least {min_length} characters.",
    "string_too_long": "It must have at most {max_length} characters.",
    "int_type": "It must be a whole number.",
    "int_parsing": "It must be a whole number.",
    "int_from_float": "It must be a whole number.",
    "int_parsing_size": "The number is too large.",
    "bool_type": "It must be true or false.",
    "bool_parsing": "It must be true or false.",
    "greater_than_equal": "It must be at least {ge}.",
    "less_than_equal": "It must be at most {le}.",
    "literal_error": "It must be one of: {expected}.",
    "list_type": "It must be a list.",
    "too_long": "It must have at most {max_length} entries.",
    "too_short": "It must have at least {min_length} entries.",
    "value_error": "{error}",
}
DATES = ("date", "time")


def invalid_arguments(name: str, error: ValidationError) -> InvalidRequestError:
    """What is wrong with the arguments, without repeating their values."""
    found = error.errors(include_url=False, include_input=False)
    fields = [
        FieldError(printable(".".join(map(str, item["loc"])) or "arguments"), reason_of(item))
        for item in found[:MOST_ERRORS]
    ]
    return InvalidRequestError(f"The arguments of {name} are not valid.", field_errors=fields)


def reason_of(item: Any) -> str:
    """One error in a sentence."""
    kind: str = item["type"]
    if kind.startswith(DATES):
        return "It must be a date or a time as in 2025-03-31 or 2025-03-31T12:00:00Z."
    return REASONS.get(kind, "It is not valid.").format(**item.get("ctx", {}))


def printable(field: str) -> str:
    """A field name as a client may have invented it, safe to send back."""
    return field[:80].encode("utf-8", "replace").decode().replace("\0", "?")
