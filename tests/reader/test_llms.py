from dataclasses import replace

import pytest

from tests.factories import CollectionFactory, write_document
from tests.reader.repos_on_shelf import DOCS, SLUG

pytestmark = pytest.mark.django_db


def test_the_entrance_lists_what_can_be_read_and_nothing_else(client, handbook, secrets):
    answer = client.get("/llms.txt")
    assert answer["Content-Type"] == "text/plain; charset=utf-8"
    assert answer.content.decode() == (
        "# Pressmark\n\n"
        "> Documentation that you can read here; each link leads to plain text.\n\n"
        "## Collections\n\n"
        "- [Handbook](http://testserver/docs/Handbook/llms.txt): How we work\n\n"
        "## Interfaces\n\n"
        "- [Search and read by REST](http://testserver/api/docs/)\n"
        "- [Ask over MCP](http://testserver/mcp)\n"
    )


def test_a_collection_lists_its_documents_as_plain_text(client, handbook):
    write_document(handbook, "a b/#1.md", "# Odd [one]\n")
    text = client.get("/docs/Handbook/llms.txt").content.decode()
    assert text == (
        "# Handbook\n\n> How we work\n\n## Documents\n\n"
        "- [Odd (one)](http://testserver/docs/Handbook/a%20b/%231.md?raw): a b/#1.md\n"
        "- [Rollback](http://testserver/docs/Handbook/guides/rollback.md?raw): "
        "guides/rollback.md\n"
        "- [Setting up](http://testserver/docs/Handbook/guides/setup.md?raw): guides/setup.md\n"
    )
    raw = client.get("/docs/Handbook/a%20b/%231.md?raw")
    assert raw.content == b"# Odd [one]\n"


def test_a_repository_lists_its_pages_in_reading_order(client, library):
    assert (
        f"- [{SLUG}](http://testserver/repos/{SLUG}/llms.txt)\n"
        in client.get("/llms.txt").content.decode()
    )
    lines = client.get(f"/repos/{SLUG}/llms.txt").content.decode().splitlines()
    assert lines[:5] == [
        *(f"# {SLUG}", "", "## Documents", ""),
        f"- [Handbook](http://testserver{DOCS}/readme?raw): README.md",
    ]
    assert len(lines) == 9


def test_links_have_the_address_that_the_outside_sees(client, handbook, settings):
    settings.PRESSMARK = replace(settings.PRESSMARK, public_url="https://docs.example.org")
    assert (
        "(https://docs.example.org/docs/Handbook/llms.txt)"
        in client.get("/llms.txt").content.decode()
    )


def test_a_document_of_that_very_key_leaves_the_address_to_the_outline(client, writer):
    shelf = CollectionFactory(name="Shelf", owner=writer)
    document_id = write_document(shelf, "llms.txt", "My own words.\n").document_id
    by_id = f"/docs/Shelf/-/document/{document_id}"
    outline = client.get("/docs/Shelf/llms.txt").content.decode()
    assert outline.startswith("# Shelf\n")
    assert f"(http://testserver{by_id}?raw)" in outline
    assert "My own words." in client.get(by_id).content.decode()


def test_a_hidden_collection_is_a_missing_one(client, writer, secrets):
    assert client.get(f"/docs/{secrets.pk}/llms.txt").status_code == 404
    assert client.get("/docs/Nothing/llms.txt").status_code == 404


def test_visitors_are_asked_to_sign_in(client):
    assert client.get("/llms.txt")["Location"] == "/login?next=/llms.txt"
