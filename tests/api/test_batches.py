import json
from dataclasses import replace

import pytest

from apps.collections.models import Document
from apps.jobs.models import Job
from tests.api.clients import fields_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(collection):
    return f"/api/md-collections/{collection.pk}/documents/batch"


def entry(key, text="# T\n\nText.\n", **more):
    return {"source_key": key, "content": text, **more}


def test_each_document_has_a_result_in_its_place(client, path):
    client.post(path, {"documents": [entry("b.md"), entry("c.md")]})
    response = client.post(
        path, {"documents": [entry("a.md"), entry("b.md"), entry("c.md", "New."), entry("d.exe")]}
    )
    body = response.json()
    states = [(one["source_key"], one["state"]) for one in body["results"]]
    assert response.status_code == 200
    assert states == [
        ("a.md", "created"),
        ("b.md", "unchanged"),
        ("c.md", "replaced"),
        ("d.exe", "error"),
    ]
    assert (body["created"], body["replaced"], body["unchanged"]) == (1, 1, 1)
    assert [(one["source_key"], one["code"]) for one in body["errors"]] == [
        ("d.exe", "UNSUPPORTED_FORMAT")
    ]


def test_damaged_front_matter_is_noted_and_counted(client, path):
    damaged = [entry("a.md", "---\nt: {{t}}\n---\nx"), entry("b.md", "---\nt: F: b\n---\nx")]
    body = client.post(path, {"documents": [*damaged, entry("c.md")]}).json()
    note = "its front matter could not be read"
    assert [one["note"] for one in body["results"]] == [note, note, ""]
    assert (body["errors"], body["notes"]) == ([], {note: 2})


BAD = [
    {},
    None,
    7,
    "a.md",
    ["a.md"],
    entry(None),
    entry(""),
    entry("../x.md"),
    entry("a\x00.md"),
    entry("\ud800.md"),
    entry("x" * 600),
    entry("n.md", "a\x00b"),
    entry("s.md", "\udfff"),
    entry("c.md", None),
    entry("t.md", title=["x"]),
    {"source_key": "only-a-key.md"},
    {"content": "only text"},
]


@pytest.mark.parametrize("bad", BAD, ids=range(len(BAD)))
def test_a_bad_entry_stops_no_other(client, path, bad):
    documents = [entry("first.md"), bad, entry("last.md")]
    text = json.dumps({"documents": documents})
    response = client.post(path, text, content_type="application/json")
    body = response.json()
    assert response.status_code == 200
    assert [one["state"] for one in body["results"]] == ["created", "error", "created"]
    assert body["results"][1]["reason"]
    assert body["errors"] == [
        {name: body["results"][1][name] for name in ("source_key", "code", "reason")}
    ]


def test_the_second_of_two_equal_keys_is_an_error(client, path):
    results = client.post(path, {"documents": [entry("a.md", "1"), entry("a.md", "2")]}).json()
    assert [one["code"] for one in results["results"]] == ["", "DUPLICATE_KEY"]
    assert Document.objects.get().content == "1"


def test_a_batch_over_the_limit_is_refused_as_a_whole_and_at_once(client, path, settings):
    limits = replace(settings.PRESSMARK.limits, batch_documents=3)
    settings.PRESSMARK = replace(settings.PRESSMARK, limits=limits)
    entries = [entry(f"{number}.md") for number in range(3)]
    answer = client.post(path, {"documents": [*entries, *[{}] * 20_000]})
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "TOO_LARGE")
    assert "at most 3 documents; this one has 20003." in answer.json()["error"]["message"]
    assert not Document.objects.exists()
    assert client.post(path, {"documents": entries}).json()["created"] == 3


@pytest.mark.parametrize(
    "body", [{}, {"documents": []}, {"documents": "a.md"}, {"documents": {"a": 1}}, [entry("a.md")]]
)
def test_a_body_that_is_no_batch_is_refused(client, path, body):
    assert fields_of(client.post(path, body)) in (["documents"], ["body"])


def test_one_batch_asks_for_one_job_of_each_kind(client, path):
    client.post(path, {"documents": [entry("a.md"), entry("b.md")]})
    assert sorted(Job.objects.values_list("kind", flat=True)) == ["embed", "resolve_links"]
