import re
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, RequestFactory

from apps.access.errors import ConflictError, ForbiddenError, InvalidRequestError, NotFoundError
from apps.api.failures import server_error
from apps.reader.errors import status_of
from tests.cast import READ, grant
from tests.reader.pages import text_of

TEMPLATES = sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))


def test_the_page_for_a_fault_of_ours_needs_no_database():
    response = server_error(RequestFactory().get("/"))
    assert response.status_code == 500
    assert "Something broke on our side" in text_of(response)


@pytest.mark.django_db
def test_a_form_without_its_token_gets_a_page_that_says_what_to_do():
    strict = Client(enforce_csrf_checks=True)
    response = strict.post("/login", {"username": "a", "password": "b"})
    assert response.status_code == 403
    assert "Nothing was changed" in text_of(response)


@pytest.mark.django_db
def test_an_unknown_address_gets_the_page_of_missing_things(client, writer):
    response = client.get("/no/such/page")
    assert response.status_code == 404
    assert "There is nothing here" in text_of(response)


def test_a_wrong_host_name_gets_a_page(client):
    response = client.get("/login", headers={"host": "evil.example"})
    assert response.status_code == 400
    assert "could not be read" in text_of(response)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/login", "/theme", "/account/tokens", "/admin/login/"])
@pytest.mark.parametrize("charset", ["latin-1", "utf-16", "utf-7"])
def test_a_form_in_another_charset_gets_a_page(path, charset):
    strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
    strict.get("/login")
    form = f"application/x-www-form-urlencoded; charset={charset}"
    response = strict.generic("POST", path, b"a=%ff", content_type=form)
    assert response.status_code == 400
    assert "could not be read" in text_of(response)
    assert response["X-Request-ID"]


def test_every_domain_error_has_a_status():
    assert [
        status_of(error)
        for error in (
            NotFoundError(),
            ForbiddenError("no"),
            ConflictError("no"),
            InvalidRequestError("no"),
        )
    ] == [404, 403, 409, 422]


@pytest.mark.django_db
def test_pages_forbid_foreign_scripts(client):
    policy = client.get("/login")["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_hold_no_inline_code_and_load_nothing_from_outside(template):
    html = template.read_text()
    assert not re.search(r"<script(?![^>]*\bsrc=)", html)
    assert not re.search(r"\s(?:style|on[a-z]+|hx-on[^=]*)=", html)
    assert not re.search(r"(?:src|href)=[\"']?(?:https?:)?//", html)
    assert "|safe" not in html


@pytest.mark.django_db
def test_a_refusal_says_why(client, writer, secrets):
    grant(secrets, writer, READ)
    response = client.get("/docs/Sentinel%20plans/-/settings")
    assert response.status_code == 403
    assert "You can read this but you have no right" in text_of(response)
