import json

import pytest
from django.db import DataError, IntegrityError, OperationalError
from django.urls import resolve
from rest_framework import exceptions

from apps.access import errors as domain
from apps.api.errors import STATUS, Problem, describe, flatten
from apps.text import errors as text
from tests.api.clients import error_of

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("method", ["get", "post", "put", "patch", "delete", "options"])
def test_an_unknown_address_is_a_404_in_the_same_shape(visitor, method):
    for path in ("", "nothing", "md-collections/-/nothing", "x%0Ay", "%00", "é"):
        error_of(getattr(visitor, method)(f"/api/{path}"), 404, "NOT_FOUND")


def test_a_wrong_method_is_a_405_that_names_the_right_ones(client):
    response = client.delete("/api/md-collections")
    error_of(response, 405, "METHOD_NOT_ALLOWED")
    assert response["Allow"] == "GET, POST, HEAD, OPTIONS"


def test_another_kind_of_content_is_a_415(client):
    response = client.post("/api/md-collections", "name=x", content_type="text/plain")
    error_of(response, 415, "UNSUPPORTED_FORMAT")


def test_another_kind_of_answer_is_a_406(client):
    response = client.get("/api/md-collections", HTTP_ACCEPT="application/xml")
    error_of(response, 406, "NOT_ACCEPTABLE")


def test_every_domain_error_has_a_status():
    kinds = [kind for kind in vars(domain).values() if is_error(kind, domain.DomainError)]
    got = {kind.__name__: problem_of(kind).status for kind in kinds}
    assert got == {
        "DomainError": 400,
        "InvalidRequestError": 400,
        "BudgetTooSmallError": 400,
        "NotFoundError": 404,
        "ForbiddenError": 403,
        "InsufficientScopeError": 403,
        "ConflictError": 409,
        "DuplicateNameError": 409,
        "PreconditionFailedError": 412,
        "TooLargeError": 413,
        "NotReadyError": 409,
        "UnsupportedFormatError": 415,
        "UnavailableError": 503,
    }


def test_every_text_error_has_a_status():
    kinds = [kind for kind in vars(text).values() if is_error(kind, text.TextError)]
    got = {kind.__name__: (problem_of(kind).code, problem_of(kind).status) for kind in kinds}
    assert got == {
        "TextError": ("INVALID_REQUEST", 400),
        "EncodingError": ("UNSUPPORTED_FORMAT", 415),
        "TooLargeError": ("TOO_LARGE", 413),
        "ArchiveError": ("INVALID_REQUEST", 400),
    }


def test_an_error_of_a_new_kind_takes_the_status_of_its_family():
    class StaleTokenError(domain.ConflictError):
        code = "STALE"

    assert describe(StaleTokenError("Too old.")) == Problem("CONFLICT", "Too old.")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (DataError("value too long"), "INVALID_REQUEST"),
        (IntegrityError("duplicate key"), "CONFLICT"),
        (OperationalError("server closed the connection"), "UNAVAILABLE"),
    ],
)
def test_what_the_database_says_is_never_passed_on(error, code):
    problem = describe(error)
    assert problem.code == code
    assert str(error) not in json.dumps(problem.as_dict())


def test_a_fault_of_ours_is_a_500_in_the_same_shape(client, monkeypatch):
    def fail(*_arguments, **_options):
        raise ZeroDivisionError

    view = resolve("/api/md-collections").func.cls
    monkeypatch.setattr(view, "get", fail)
    client.raise_request_exception = False
    error_of(client.get("/api/md-collections"), 500, "INTERNAL_ERROR")


def test_a_host_that_is_not_ours_is_refused_in_the_same_shape(client):
    error_of(client.get("/api/md-collections", HTTP_HOST="evil.example"), 400, "INVALID_REQUEST")


def test_every_code_has_a_status_of_its_class():
    assert all(400 <= status <= 503 for status in STATUS.values())


def test_nested_errors_become_dotted_names():
    detail = {
        "items": {0: ["No."]},
        "b": [{}, {"c": ["Bad.", "Worse."]}],
        "non_field_errors": ["?"],
    }
    assert list(flatten(exceptions.ValidationError(detail).detail)) == [
        ("items.0", "No."),
        ("b.1.c", "Bad."),
        ("b.1.c", "Worse."),
        ("body", "?"),
    ]


def is_error(kind, base):
    return isinstance(kind, type) and issubclass(kind, base)


def problem_of(kind):
    error = kind() if kind is domain.NotFoundError else kind("Why.")
    return describe(error)
