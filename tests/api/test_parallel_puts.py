"""Many writers of one key at the same moment, over HTTP: one document, one straight history."""

import json
import threading
from http.client import HTTPConnection

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from apps.collections.models import Chunk, Document, Revision
from tests.api.clients import token_client
from tests.cast import make_token
from tests.factories import CollectionFactory, UserFactory

pytestmark = [pytest.mark.loopback, pytest.mark.django_db(transaction=True)]
WRITERS = 50
FEWER = 16
TOKEN = "pmk_pat_parallel-writers"


@pytest.fixture
def collection():
    cache.clear()
    owner = UserFactory()
    make_token(owner, text=TOKEN)
    return CollectionFactory(owner=owner)


def put_at_once(server, collection, texts, **headers):
    """Each text put by a thread of its own at the same moment; statuses and bodies in order."""
    start = threading.Barrier(len(texts))
    answers = [None] * len(texts)
    path = f"/api/md-collections/{collection.pk}/documents/by-key/ops/one.md"
    sent = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json", **headers}

    def put(place, text, connection):
        start.wait()
        connection.request("PUT", path, json.dumps({"content": text}), sent)
        response = connection.getresponse()
        answers[place] = (response.status, json.loads(response.read()))
        connection.close()

    threads = [
        threading.Thread(target=put, args=(place, text, connected(server)))
        for place, text in enumerate(texts)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def connected(server):
    """An open connection: Django's test server turns away more than ten that knock at once."""
    connection = HTTPConnection(server.thread.host, server.thread.port, timeout=120)
    connection.connect()
    return connection


def test_fifty_writers_of_one_key_leave_one_document_with_a_straight_history(
    live_server, collection
):
    texts = [f"# Text {number}\n\nWords of writer {number}.\n" for number in range(WRITERS)]
    answers = put_at_once(live_server, collection, texts)
    assert sorted(status for status, _ in answers) == [200] * (WRITERS - 1) + [201]
    assert sorted(body["version"] for _, body in answers) == list(range(1, WRITERS + 1))
    document = Document.objects.get()
    assert document.version == WRITERS
    last = max(range(WRITERS), key=lambda place: answers[place][1]["version"])
    assert document.content == texts[last]
    revisions = Revision.objects.order_by("number").values_list("number", "content")
    written = {answers[place][1]["version"]: texts[place] for place in range(WRITERS)}
    assert dict(revisions) == written
    assert [chunk.content for chunk in Chunk.objects.all()] == [texts[last].rstrip()]


def test_of_many_edits_of_one_version_a_single_one_goes_in(live_server, collection):
    client: APIClient = token_client(collection.owner)
    address = f"/api/md-collections/{collection.pk}/documents/by-key/ops/one.md"
    tag = client.put(address, {"content": "# First\n"})["ETag"]
    texts = [f"# Edit {number}\n" for number in range(FEWER)]
    answers = put_at_once(live_server, collection, texts, **{"If-Match": tag})
    assert sorted(status for status, _ in answers) == [200] + [412] * (FEWER - 1)
    assert {body["error"]["code"] for status, body in answers if status == 412} == {
        "PRECONDITION_FAILED"
    }
    [won] = [texts[place] for place, (status, _) in enumerate(answers) if status == 200]
    document = Document.objects.get()
    assert (document.version, document.content) == (2, won)


def test_the_same_text_of_many_writers_is_stored_once(live_server, collection):
    answers = put_at_once(live_server, collection, ["# Same\n"] * FEWER)
    states = sorted(body["state"] for _, body in answers)
    assert states == ["created"] + ["unchanged"] * (FEWER - 1)
    assert Revision.objects.count() == 1
