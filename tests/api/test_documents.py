import pytest

from apps.collections.models import Document
from apps.retrieval.hits import document_mark
from tests.api.clients import error_of
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db
TEXT = """---
owner: ops
version: 1.10
---
# Restore

Stop first.

## Steps

```sh
stop
```

| a | b |
|---|---|
| 1 | 2 |
"""


@pytest.fixture
def path(collection):
    return f"/api/md-collections/{collection.pk}/documents"


def test_a_document_comes_with_what_was_parsed_from_it(client, collection, path):
    write_document(collection, "guides/restore.md", TEXT)
    stored = Document.objects.select_related("collection").get()
    body = client.get(f"{path}/{stored.pk}").json()
    assert body["mark"] == document_mark(stored) == "collection:Runbooks/guides/restore.md"
    assert (body["id"], body["collection_id"]) == (str(stored.pk), str(collection.pk))
    assert (body["content"], body["bytes"]) == (TEXT, len(TEXT))
    assert body["front_matter"] == {"owner": "ops", "version": "1.10"}
    assert [(one["level"], one["text"], one["anchor"]) for one in body["heading_tree"]] == [
        (1, "Restore", "restore"),
        (2, "Steps", "steps"),
    ]
    assert (len(body["code_blocks"]), len(body["tables"]), body["chunk_count"]) == (1, 1, 1)
    assert (body["version"], body["title"]) == (1, "Restore")


def test_the_list_is_by_key_and_without_texts(client, collection, path):
    for key in ("b.md", "a/c.md", "a/b.md"):
        write_document(collection, key, f"# About {key}\n")
    items = client.get(path).json()["items"]
    assert [item["source_key"] for item in items] == ["a/b.md", "a/c.md", "b.md"]
    assert set(items[0]) == {
        *("id", "mark", "source_key", "title", "format", "bytes", "version", "chunk_count"),
        *("is_truncated", "created_at", "updated_at", "content_updated_at"),
    }


@pytest.mark.parametrize(
    ("search", "found"), [("ABOUT A", ["a/b.md"]), ("b.md", ["a/b.md", "b.md"]), ("%", []), ("", 2)]
)
def test_the_search_looks_into_titles_and_keys(client, collection, path, search, found):
    for key in ("b.md", "a/b.md"):
        write_document(collection, key, f"# About {key}\n")
    page = client.get(path, {"search": search}).json()
    if isinstance(found, int):
        assert page["total"] == found
    else:
        assert [item["source_key"] for item in page["items"]] == found


def test_chunks_come_in_order_with_their_text(client, collection, path):
    sections = "".join(f"# Part {number}\n\n{'words ' * 400}\n" for number in range(3))
    stored = write_document(collection, "a.md", sections)
    page = client.get(f"{path}/{stored.document_id}/chunks").json()
    assert page["total"] == stored.chunk_count == 3
    assert [one["chunk_index"] for one in page["items"]] == [0, 1, 2]
    assert [one["heading_path"] for one in page["items"]] == [["Part 0"], ["Part 1"], ["Part 2"]]
    assert page["items"][1]["content"].startswith("# Part 1\n\nwords words")


def test_a_document_is_found_below_its_own_collection_only(client, owner, path):
    other = CollectionFactory(owner=owner)
    stored = write_document(other, "a.md", TEXT)
    for tail in ("", "/chunks", "/links"):
        error_of(client.get(f"{path}/{stored.document_id}{tail}"), 404, "NOT_FOUND")
    error_of(client.delete(f"{path}/{stored.document_id}"), 404, "NOT_FOUND")


def test_deleting_one_leaves_the_others(client, collection, path):
    gone = write_document(collection, "a.md", TEXT)
    write_document(collection, "b.md", TEXT)
    response = client.delete(f"{path}/{gone.document_id}")
    assert (response.status_code, response.content) == (204, b"")
    assert [one["source_key"] for one in client.get(path).json()["items"]] == ["b.md"]
    error_of(client.delete(f"{path}/{gone.document_id}"), 404, "NOT_FOUND")
