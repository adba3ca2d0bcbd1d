import json

import pytest

from apps.access.models import AccessToken
from apps.access.tokens import authenticate_token
from tests.factories import CollectionFactory, UserFactory
from tests.reader.pages import text_of

FORM = {"name": "laptop", "scopes": ["api:read", "mcp"], "days": "30"}


@pytest.mark.django_db
def test_a_token_is_shown_once_and_works(client, writer):
    response = client.post("/account/tokens", FORM)
    _, text = response.context["minted"]
    assert text in text_of(response)
    assert "no-store" in response["Cache-Control"]
    assert authenticate_token(text) == writer
    assert text not in text_of(client.get("/account/tokens"))


@pytest.mark.django_db
def test_a_token_can_be_limited_to_sources_one_can_read(client, writer, handbook, secrets):
    client.post("/account/tokens", FORM | {"sources": [str(handbook.pk)]})
    assert AccessToken.objects.get().source_ids == [handbook.pk]
    refused = client.post("/account/tokens", FORM | {"sources": [str(secrets.pk)]})
    assert refused.status_code == 422
    assert AccessToken.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [{"name": ""}, {"name": "x" * 101}, {"scopes": []}, {"scopes": ["all"]}, {"days": "x"}],
)
def test_what_is_wrong_with_a_token_is_told_beside_its_field(client, writer, change):
    response = client.post("/account/tokens", FORM | change)
    assert response.status_code == 422
    assert list(response.context["form"].errors) == list(change)


@pytest.mark.django_db
def test_tokens_are_revoked_by_their_holder_only(client, writer):
    other = UserFactory()
    client.post("/account/tokens", FORM)
    token = AccessToken.objects.get()
    address = f"/account/tokens/{token.pk}/revoke"
    client.get(address)
    client.force_login(other)
    assert client.post(address).status_code == 404
    client.force_login(writer)
    client.post(address)
    token.refresh_from_db()
    assert token.revoked_at is not None


@pytest.mark.django_db
def test_admins_see_only_their_own_tokens_here(client, admin_client, writer):
    client.post("/account/tokens", FORM | {"name": "of the writer"})
    assert "of the writer" not in text_of(admin_client.get("/account/tokens"))


@pytest.mark.django_db
def test_the_lines_to_paste_name_the_endpoint(client, writer):
    CollectionFactory(owner=writer)
    page = client.get("/account/connect")
    assert page.context["endpoint"] == "http://testserver/mcp"
    shown = {one.slug: one.lines for one in page.context["clients"]}
    assert set(shown) == {"claude-code", "cursor", "vs-code", "other"}
    for slug in ("cursor", "vs-code", "other"):
        assert "http://testserver/mcp" in json.dumps(json.loads(shown[slug]))


@pytest.mark.django_db
def test_the_theme_is_remembered_and_leads_back_to_our_own_pages_only(client):
    response = client.post("/theme", {"theme": "dark", "next": "/docs"})
    assert (response["Location"], response.cookies["theme"].value) == ("/docs", "dark")
    assert 'data-theme="dark"' in client.get("/login").content.decode()
    assert client.post("/theme", {"theme": "x", "next": "//evil.example"})["Location"] == "/"
    assert "data-theme" not in client.get("/login").content.decode().split("<head>")[0]
