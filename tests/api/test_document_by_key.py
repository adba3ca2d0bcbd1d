from urllib.parse import quote

import pytest

from apps.collections.models import Document
from tests.api.clients import error_of, fields_of
from tests.factories import write_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(collection):
    return f"/api/md-collections/{collection.pk}/documents/by-key"


@pytest.mark.parametrize(
    "key",
    ["restore.md", "a/b/c.md", "with space & more.md", "ünï/日本語.md", "100%.md", "a#b?c.md"],
)
def test_put_creates_get_reads_delete_removes(client, path, key):
    address = f"{path}/{quote(key)}"
    made = client.put(address, {"content": "# One\n"})
    assert (made.status_code, made.json()["source_key"]) == (201, key)
    read = client.get(address)
    assert (read.json()["content"], read["ETag"]) == ("# One\n", made["ETag"])
    assert client.put(address, {"content": "# One\n"}).json()["state"] == "unchanged"
    replaced = client.put(address, {"content": "# Two\n"})
    assert (replaced.status_code, replaced.json()["state"]) == (200, "replaced")
    assert client.delete(address).status_code == 204
    error_of(client.get(address), 404, "NOT_FOUND")


def test_the_short_address_is_the_same(client, collection, path):
    short = f"/api/md-collections/{collection.pk}/by-key/a/b.md"
    client.put(short, {"content": "Text."})
    assert client.get(short).json() == client.get(f"{path}/a/b.md").json()


def test_keys_that_look_like_addresses_are_keys(client, path):
    for key in ("batch", "chunks.md", "by-key/x.md", "links"):
        assert client.put(f"{path}/{key}", {"content": key}).json()["source_key"] == key


def test_slashes_that_are_encoded_are_slashes_all_the_same(client, path):
    client.put(f"{path}/a%2Fb.md", {"content": "Text."})
    assert Document.objects.get().source_key == "a/b.md"


@pytest.mark.parametrize(
    "key", ["%00.md", "a%0Ab.md", "../x.md", "a//b.md", "%ED%A0%80%00", "x" * 600]
)
@pytest.mark.parametrize("method", ["get", "put", "delete"])
def test_what_cannot_be_a_key_is_named(client, path, key, method):
    response = getattr(client, method)(f"{path}/{key}", {"content": "x"})
    assert fields_of(response) == ["source_key"]


def test_text_is_needed(client, path):
    assert fields_of(client.put(f"{path}/a.md", {})) == ["content"]


def test_a_body_of_another_kind_is_refused(client, path):
    response = client.put(f"{path}/a.md", "# T", content_type="text/markdown")
    error_of(response, 415, "UNSUPPORTED_FORMAT")


def test_a_document_of_another_collection_is_not_found_under_this_one(client, owner, path):
    from tests.factories import CollectionFactory

    write_document(CollectionFactory(owner=owner), "a.md", "Text.")
    error_of(client.get(f"{path}/a.md"), 404, "NOT_FOUND")
