"""What a JSON-RPC 2.0 message must look like (its specification, sections 4 and 5).

Checked before the SDK sees the message, which takes a request with a strange id for a notification
and explains the rest in the words of its own classes.
"""

from collections.abc import Mapping
from typing import Any

from apps.mcp.http.refusals import RefusedError


def check_shape(message: Mapping[str, Any]) -> None:
    """Raise `RefusedError` with the reason when it is no request, notification or response."""
    if message.get("jsonrpc") != "2.0":
        raise RefusedError('A message has "jsonrpc": "2.0".')
    if "id" in message and not is_id(message["id"]):
        raise RefusedError("An id is a text or a whole number.")
    if "method" not in message:
        check_response(message)
        return
    if not isinstance(message["method"], str):
        raise RefusedError("The method is a text.")
    if not isinstance(message.get("params"), dict | None):
        raise RefusedError("The params are an object.")


def check_response(message: Mapping[str, Any]) -> None:
    """Raise `RefusedError` unless the message answers something."""
    error = message.get("error")
    is_error = isinstance(error, dict) and is_error_object(error)
    if "id" not in message or not (is_error or isinstance(message.get("result"), dict)):
        raise RefusedError("A message has a method, or an id with a result or an error.")


def is_error_object(error: Mapping[str, Any]) -> bool:
    """Whether an error has what section 5.1 asks for."""
    return type(error.get("code")) is int and isinstance(error.get("message"), str)


def is_id(value: object) -> bool:
    """Whether a value can be an id; true and false are numbers in Python only."""
    return isinstance(value, str) or type(value) is int
