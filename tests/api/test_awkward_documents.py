"""Documents of kinds that broke other products, sent as a client sends them and read back.

What the parser makes of each is tested in tests/text; here it goes the whole way: stored, answered
as JSON, and shown on all four tabs.
"""

import io
import json

import pytest
from django.test import Client

from apps.collections.models import Chunk, Document, Link
from apps.collections.resolve import resolve_collection

pytestmark = pytest.mark.django_db


def put(client, collection, text, key="page.md"):
    """Store a text by its key and read it back."""
    address = f"/api/md-collections/{collection.pk}/documents/by-key/{key}"
    answer = client.put(address, {"content": text})
    assert answer.status_code in {200, 201}, answer.content
    document = client.get(address).json()
    assert document["content"] == text
    return document


def chunks_of(client, document):
    address = f"/api/md-collections/{document['collection_id']}/documents/{document['id']}/chunks"
    return [chunk["content"] for chunk in client.get(address).json()["items"]]


def pages_of(collection, key="page.md"):
    """The document's tabs as its owner sees them, by name."""
    browser = Client()
    browser.force_login(collection.owner)
    pages = {}
    for tab in ("preview", "raw", "metadata", "chunks"):
        answer = browser.get(f"/docs/{collection.pk}/{key}", {"tab": tab})
        assert answer.status_code == 200
        pages[tab] = answer.content.decode()
    return pages


def headings(document):
    return [(heading["level"], heading["text"]) for heading in document["heading_tree"]]


@pytest.mark.parametrize("fence", ["~~~", "```", "`````", "~~~~"])
def test_comments_in_a_fence_of_any_kind_are_no_headings_and_the_fence_stays_whole(
    client, collection, fence
):
    block = f"{fence}sh\n# drain the queue\nkubectl drain node-3\n{fence}\n"
    document = put(client, collection, f"# Drain a node\n\n{block}\n## Check\n\nFine.\n")
    assert headings(document) == [(1, "Drain a node"), (2, "Check")]
    assert [block in f"{chunk}\n" for chunk in chunks_of(client, document)] == [True]
    assert 'id="drain-the-queue"' not in pages_of(collection)["preview"]


def test_an_opener_with_attributes_swallows_nothing_after_it(client, collection):
    text = (
        "# Roll out\n\n1. Edit the values\n\n"
        '   ```yaml title="values.yaml" {2,4-5} showLineNumbers\n   # no heading\n'
        "   replicas: 3\n   ```\n\n"
        "````md\n```py\n# inner\n```\n````\n\n"
        "<script>\n# not one either\n</script>\n\n## Watch it\n\nDone.\n\n~~~\n# never closed\n"
    )
    document = put(client, collection, text)
    assert headings(document) == [(1, "Roll out"), (2, "Watch it")]
    stored = "\n".join(chunks_of(client, document))
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    assert [line for line in lines if line not in stored] == []


def test_hashes_of_names_stay_and_only_closing_ones_go(client, collection):
    text = "## F#\na\n\n## Rust ##\nb\n\nElixir\n------\nc\n\n# Alone\n\n## Kid\nd\n"
    document = put(client, collection, text)
    names = [name for _, name in headings(document)]
    assert names == ["F#", "Rust", "Elixir", "Alone", "Kid"]
    assert all(chunk.strip().strip("#").strip() for chunk in chunks_of(client, document))


def test_every_anchor_is_its_own_and_the_page_has_them_all(client, collection):
    text = "# Sort\n\n## Usage\n\n# Group\n\n## Usage\n\n## Usage 1\n\n## Usage\n"
    document = put(client, collection, text)
    anchors = [heading["anchor"] for heading in document["heading_tree"]]
    assert len(set(anchors)) == len(anchors) == 6
    html = pages_of(collection)["preview"]
    assert [f'id="{anchor}"' in html for anchor in anchors] == [True] * 6


def test_encoded_bracketed_and_climbing_targets(client, collection):
    for key in ("ops/on call.md", "ops/plan_(old).md", "passwd.md"):
        put(client, collection, f"# {key}\n\n## Night shift\n", key)
    text = (
        "[1](on%20call.md) [2](<on call.md#night-shift>) [3](plan_(old).md?x=1) "
        "[4](../../../etc/passwd) [5](.%2F..%2F..%2Fpasswd.md) [6](on%2520call.md)\n"
    )
    put(client, collection, text, "ops/index.md")
    resolve_collection(collection_id=collection.pk)
    rows = client.get(f"/api/md-collections/{collection.pk}/links").json()["items"]
    assert {row["text"]: row["target_source_key"] for row in rows} == {
        "1": "ops/on call.md",
        "2": "ops/on call.md",
        "3": "ops/plan_(old).md",
        **dict.fromkeys("456"),
    }
    assert [row["text"] for row in rows if row["is_fragment_found"]] == ["2"]
    html = pages_of(collection, "ops/index.md")["preview"]
    assert html.count("broken-link") == 3
    assert "etc/passwd" not in [href.split('"')[0] for href in html.split('href="')]


def test_all_forms_of_links_count_and_none_in_code(client, collection):
    put(client, collection, "# Failover\n\n## Back\n", "failover.md")
    text = (
        "[a][f] [f][] [f] `[no](no.md)` [[Failover|go]] [[Failover#Back]] "
        "[x](//other.example/y) [m](ftp://h/f)\n\n    [no](code.md)\n\n[f]: ./failover.md 'x'\n"
    )
    put(client, collection, text)
    resolve_collection(collection_id=collection.pk)
    rows = Link.objects.filter(document__source_key="page.md")
    assert {(row.href, row.link_type, row.state) for row in rows} == {
        ("./failover.md", "markdown", "resolved"),
        ("Failover", "wiki", "resolved"),
        ("Failover#Back", "wiki", "resolved"),
        ("//other.example/y", "absolute", "external"),
        ("ftp://h/f", "absolute", "external"),
    }


def test_marks_and_line_ends_of_windows_hide_no_metadata(client, collection):
    file = io.BytesIO(b"\xef\xbb\xbf---\r\ntitle: \xc3\x9cbergabe\r\n---\r\nbody\r\n")
    file.name = "shift.md"
    address = f"/api/md-collections/{collection.pk}/documents"
    answer = client.post(address, {"file": file}, format="multipart")
    assert (answer.status_code, answer.json()["title"]) == (201, "Übergabe")
    document = client.get(answer["Location"]).json()
    assert document["front_matter"] == {"title": "Übergabe"}
    assert [chunk.endswith("body") for chunk in chunks_of(client, document)] == [True]


def test_scalars_of_the_front_matter_come_back_as_they_were_written(client, collection):
    matter = {"day": "2026-03-04", "from": "07:45", "land": "no", "release": "2.10", "n": "0o17"}
    lines = "".join(f"{name}: {value}\n" for name, value in matter.items())
    document = put(client, collection, f"---\n{lines}---\n# Shift\n")
    assert document["front_matter"] == matter
    assert json.loads(json.dumps(document["front_matter"])) == matter
    page = pages_of(collection)["metadata"]
    assert [value in page for value in matter.values()] == [True] * len(matter)


@pytest.mark.parametrize(
    "matter",
    [
        "owner: {{ team }}",
        "title: Cats: dogs",
        "- just\n- a list",
        "1: one\n? [a]: b",
        "a: [",
    ],
)
def test_bad_metadata_is_told_and_the_body_is_kept(client, collection, matter):
    document = put(client, collection, f"---\n{matter}\n---\n# Kept\n\nWords of the body.\n")
    assert "Words of the body." in "\n".join(chunks_of(client, document))
    assert document["title"] == "Kept"
    if document["front_matter_error"]:
        assert "could not be read" in pages_of(collection)["metadata"]
    else:
        assert document["front_matter"]


def test_prose_between_two_rules_can_be_found(client, collection):
    document = put(client, collection, "---\nOnly prose here, then a rule\n---\nbody\n")
    assert document["front_matter"] == {}
    stored = "\n".join(chunks_of(client, document))
    assert "Only prose here, then a rule" in stored
    found = client.post(
        f"/api/md-collections/{collection.pk}/search", {"query": "prose rule"}
    ).json()["results"]
    assert [hit["document_id"] for hit in found] == [document["id"]]


def test_files_in_odd_encodings_are_told_and_the_others_go_in(client, collection):
    data = {f"{number}.md": f"# Page {number}\n".encode() for number in range(8)}
    data["torn.md"] = b"# T\n\nab\x00cd\xff\xfe"
    data["wide.md"] = "# Wide\n\nÄpfel\n".encode("utf-16")
    files = []
    for name, content in data.items():
        file = io.BytesIO(content)
        file.name = name
        files.append(file)
    address = f"/api/md-collections/{collection.pk}/documents"
    answer = client.post(address, {"file": files}, format="multipart")
    assert answer.status_code == 200
    results = {one["source_key"]: one for one in answer.json()["results"]}
    assert list(results) == list(data)
    assert (results["torn.md"]["state"], results["torn.md"]["code"]) == ("error", "encoding")
    assert results["wide.md"]["state"] == "created"
    assert results["wide.md"]["note"]
    assert Document.objects.count() == 9
    assert answer.json()["created"] == 9


def test_special_tokens_of_models_are_plain_text(client, collection):
    text = "# Tokens\n\nDocs may quote `<|endoftext|>`, <|im_start|> and <|fim_prefix|>.\n"
    document = put(client, collection, text)
    answer = client.post(f"/api/md-collections/{collection.pk}/search", {"query": "<|im_start|>"})
    assert answer.status_code == 200
    chunk = Chunk.objects.get(document=document["id"])
    read = client.get(f"/api/chunks/{chunk.pk}").json()
    assert "<|endoftext|>" in json.dumps(read)
    assert "&lt;|im_start|&gt;" in pages_of(collection)["preview"]


@pytest.mark.parametrize(
    "text",
    ["", "\n\n", "#", "---", "---\n---", "[[", "![](", "|\n|-", "> " * 500, "\u202e# X"],
)
def test_whatever_is_sent_is_stored_and_shown(client, collection, text):
    put(client, collection, text)
    pages_of(collection)
