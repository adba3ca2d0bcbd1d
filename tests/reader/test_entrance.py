"""Who may enter at all, and that what is hidden answers like what is missing."""

import uuid

import pytest
from django.urls import get_resolver, reverse

from apps.access.querysets import Visibility
from apps.reader import urls
from tests.factories import CollectionFactory, write_document
from tests.reader.pages import without_tokens

OPEN_TO_ALL = {"login", "logout", "theme", "password", "sso_login", "sso_callback", "end_view"}
MEMBERS_ONLY = {
    *("tokens", "revoke_token", "connect", "retry_job", "new_collection", "upload"),
    *("collection_settings", "visibility", "delete_collection", "new_page", "edit"),
    *("document_edit", "document_rename", "document_delete", "document_review"),
    *("document_reviewed", "document_restore"),
    *("new_repository", "upload_repository", "repo_drift", "repo_links", "repo_sync"),
    *("repo_settings", "repo_secrets", "repo_archive", "repo_visibility", "repo_delete"),
}
NO_ID = uuid.UUID(int=7)  # the same in every test process
ARGUMENTS = {"collection": "Handbook", "key": "a.md", "number": 1}


def arguments_of(pattern):
    names = pattern.pattern.converters
    return {name: ARGUMENTS.get(name, NO_ID) for name in names}


def reader_addresses():
    for pattern in urls.urlpatterns:
        yield pattern.name, reverse(pattern.name, kwargs=arguments_of(pattern))


@pytest.mark.parametrize("name", sorted({p.name for p in urls.urlpatterns} - OPEN_TO_ALL))
def test_every_view_is_a_guarded_page(name):
    [pattern] = [one for one in urls.urlpatterns if one.name == name]
    assert getattr(pattern.callback, "is_page", False)


@pytest.mark.django_db
@pytest.mark.parametrize(("name", "address"), sorted(reader_addresses()))
def test_a_visitor_is_sent_to_the_login_page_and_back(client, name, address):
    if name in OPEN_TO_ALL - {"password"}:
        return
    response = client.get(address + "?x=1")
    assert response.status_code == 302
    assert response["Location"].startswith("/login?next=")


@pytest.mark.django_db
def test_a_visitor_cannot_tell_a_hidden_collection_from_a_missing_one(client, secrets):
    hidden = client.get("/docs/Sentinel%20plans")
    missing = client.get("/docs/No%20such%20plans")
    assert hidden.status_code == missing.status_code == 302


@pytest.mark.django_db
@pytest.mark.parametrize("rest", ["", "/sentinel.md", "/-/links", "/-/jobs", "/sentinel.md?raw"])
def test_hidden_equals_missing_for_members(client, writer, secrets, rest):
    hidden = client.get(f"/docs/Sentinel%20plans{rest}")
    missing = client.get(f"/docs/No%20such%20plans{rest}")
    assert hidden.status_code == missing.status_code == 404
    assert without_tokens(hidden).replace("Sentinel%20plans", "No%20such%20plans") == (
        without_tokens(missing)
    )


@pytest.mark.django_db
@pytest.mark.parametrize("page", ["upload", "settings", "visibility", "delete"])
def test_hidden_equals_missing_for_those_who_post(client, writer, secrets, page):
    hidden = client.post(f"/docs/{secrets.pk}/-/{page}", {"name": "Sentinel plans"})
    missing = client.post(f"/docs/{uuid.uuid4()}/-/{page}", {"name": "Sentinel plans"})
    assert hidden.status_code == missing.status_code == 404


@pytest.mark.django_db
def test_public_reading_shows_public_sources_to_visitors_and_nothing_else(
    client, public_read, secrets
):
    shown = CollectionFactory(name="Open handbook", visibility=Visibility.PUBLIC)
    write_document(shown, "open.md", "# Open page\n\nPublic words.\n")
    for address in ("/", "/docs", "/search?q=words", "/docs/jobs"):
        page = client.get(address)
        assert page.status_code == 200
        assert "entinel" not in page.content.decode()
    assert client.get("/docs/Open%20handbook/open.md").status_code == 200
    assert client.get("/docs/Sentinel%20plans/sentinel.md").status_code == 404


@pytest.mark.django_db
def test_public_reading_still_asks_for_a_login_before_anything_is_changed(client, public_read):
    for name, address in reader_addresses():
        if name in MEMBERS_ONLY:
            assert client.get(address)["Location"].startswith("/login?next=")


@pytest.mark.django_db
def test_a_session_that_ended_sends_the_whole_page_to_the_login(client):
    headers = {"HX-Request": "true", "HX-Current-URL": "http://testserver/docs?filter=a"}
    response = client.get("/docs?filter=ab", headers=headers)
    assert response["HX-Redirect"] == "/login?next=/docs%3Ffilter%3Da"


@pytest.mark.django_db
def test_the_login_page_leads_back_to_where_the_visitor_wanted_to_go(client, django_user_model):
    django_user_model.objects.create_user("ana", password="a long one")
    form = {"username": "ana", "password": "a long one", "next": "/docs/jobs"}
    assert client.post("/login", form)["Location"] == "/docs/jobs"
    form["next"] = "https://evil.example/"
    client.logout()
    assert client.post("/login", form)["Location"] == "/"


@pytest.mark.django_db
def test_signing_out_takes_a_post(client, writer):
    assert client.get("/logout").status_code == 405
    assert client.post("/logout").status_code == 302
    assert client.get("/docs").status_code == 302


def test_no_page_of_another_app_hides_a_page_of_the_reader():
    for pattern in urls.urlpatterns:
        address = reverse(pattern.name, kwargs=arguments_of(pattern))
        assert get_resolver().resolve(address).url_name == pattern.name
