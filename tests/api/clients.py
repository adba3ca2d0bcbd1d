"""Clients of the REST API, and what every error answer must look like."""

from typing import Any

from rest_framework.test import APIClient

from apps.access.models import Scope, User
from tests.cast import make_token, numbers


def token_client(user: User, **fields: Any) -> APIClient:
    """A client that comes with a token of that user: all scopes, unless told otherwise."""
    text = f"pmk_pat_secret-{next(numbers)}"
    make_token(user, text=text, **fields)
    client = APIClient()
    client.credentials(HTTP_AUTHORIZATION=f"Bearer {text}")
    return client


def reading_client(user: User) -> APIClient:
    """A client whose token may only read."""
    return token_client(user, scopes=[Scope.API_READ])


def session_client(user: User) -> APIClient:
    """A client that has signed in as a browser does, and must send CSRF tokens."""
    client = APIClient(enforce_csrf_checks=True)
    client.force_login(user)
    return client


def error_of(response: Any, status: int, code: str) -> dict[str, Any]:
    """The error of an answer, once its shape, status and code have been checked."""
    assert response.status_code == status, (response.status_code, response.content[:500])
    assert response["Content-Type"] == "application/json"
    body = response.json()
    assert list(body) == ["error"]
    error = body["error"]
    assert list(error) == ["code", "message", "request_id", "field_errors"]
    assert error["code"] == code
    assert error["message"]
    assert error["request_id"] == response["X-Request-ID"]
    return error


def fields_of(response: Any, status: int = 400, code: str = "INVALID_REQUEST") -> list[str]:
    """The names of the fields that an answer complains about."""
    return [one["field"] for one in error_of(response, status, code)["field_errors"]]
