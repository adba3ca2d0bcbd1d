from urllib.parse import unquote

import pytest
from django.urls import resolve
from hypothesis import given
from hypothesis import strategies as st

from apps.access.errors import DomainError
from apps.collections.keys import clean_key
from apps.collections.models import Collection, Document
from apps.reader.addresses import collection_url, document_url
from tests.factories import CollectionFactory, write_document
from tests.reader.pages import text_of

NAMES = [
    "Handbook",
    "a name with spaces",
    "What? #1 & 100%",
    "slash/in/it",
    "back\\slash",
    "日本語の資料",
    "מסמכי הצוות",
    "jobs",
    "-",
    "..",
    "<b>bold</b>",
    "100%25",
]
KEYS = [
    "a.md",
    "a/b/c.md",
    "what? #1 100%.md",
    "with space/and & more.md",
    "日本語/ガイド.md",
    "דף בעברית.md",
    "-/settings",
    "llms.txt",
    "no suffix",
    "a.md.md",
    "semi;colon,comma.md",
    "plus+plus.md",
    "%2e%2e.md",
]


@pytest.mark.django_db
@pytest.mark.parametrize("name", NAMES)
def test_a_collection_of_any_name_is_reached_by_its_link(client, writer, name):
    collection = CollectionFactory(name=name, owner=writer)
    response = client.get(collection_url(collection))
    assert response.status_code == 200
    assert response.context["collection"] == collection
    assert name in text_of(response)


@pytest.mark.django_db
@pytest.mark.parametrize("key", KEYS)
def test_a_document_of_any_key_is_reached_by_its_link(client, writer, key):
    collection = CollectionFactory(owner=writer)
    write_document(collection, key, "# A title\n")
    document = Document.objects.get(collection=collection)
    response = client.get(document_url(collection, document))
    assert response.status_code == 200
    assert response.context["document"] == document


@given(raw=st.text(min_size=1, max_size=80))
def test_the_url_of_a_key_leads_back_to_the_key(raw):
    try:
        key = clean_key(raw)
    except DomainError:
        return
    collection, document = Collection(name="Handbook"), Document(source_key=key)
    match = resolve(unquote(document_url(collection, document)))
    by_key = {"collection": "Handbook", "key": key}
    by_id = {"collection": "Handbook", "document_id": document.pk}
    assert match.kwargs in (by_key, by_id)


@pytest.mark.django_db
def test_the_page_of_all_jobs_wins_over_a_collection_called_jobs(client, writer):
    collection = CollectionFactory(name="jobs", owner=writer)
    assert client.get("/docs/jobs").resolver_match.url_name == "jobs"
    assert client.get(f"/docs/{collection.pk}").context["collection"] == collection


@pytest.mark.django_db
def test_links_tell_two_readable_collections_of_one_name_apart(client, writer):
    mine = CollectionFactory(name="Notes", owner=writer)
    theirs = CollectionFactory(name="Notes", visibility="public")
    page = client.get("/docs").content.decode()
    assert f'href="/docs/{mine.pk}"' in page
    assert f'href="/docs/{theirs.pk}"' in page


@pytest.mark.django_db
def test_a_null_byte_in_an_address_is_not_found(client, writer):
    assert client.get("/docs/a%00b").status_code == 404
    assert client.get("/docs/a%00b/c.md").status_code == 404
    assert client.get("/docs/a/c%00.md").status_code == 404


@pytest.mark.django_db
def test_a_key_in_another_unicode_form_finds_the_document(client, writer):
    collection = CollectionFactory(name="Cafes", owner=writer)
    write_document(collection, "caf\u00e9.md", "# Coffee\n")
    assert client.get("/docs/Cafes/cafe%CC%81.md").status_code == 200
