import io
import uuid

import pytest

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.collections.models import Attachment
from apps.collections.resolve import resolve_collection
from tests.api.clients import error_of, fields_of, reading_client, token_client
from tests.collections.files.pictures import GIF, PNG
from tests.collections.test_ingest import set_limits
from tests.factories import UserFactory, write_document

pytestmark = pytest.mark.django_db


def root(collection):
    return f"/api/md-collections/{collection.pk}/attachments"


def send(client, collection, data=PNG, name="a.png", **fields):
    file = io.BytesIO(data)
    file.name = name
    return client.post(root(collection), {"file": file, **fields}, format="multipart")


def test_a_file_is_created_replaced_unchanged_and_told_where_it_stands(client, collection):
    first = send(client, collection, source_key="img/plan.png")
    assert first.status_code == 201
    assert first.json() == {
        "source_key": "img/plan.png",
        "state": "created",
        "attachment_id": str(Attachment.objects.get().pk),
        "bytes": len(PNG),
        "content_type": "image/png",
        "code": "",
        "reason": "",
    }
    assert first["Location"] == f"{root(collection)}/{Attachment.objects.get().pk}"
    assert send(client, collection, source_key="img/plan.png").json()["state"] == "unchanged"
    again = send(client, collection, GIF, source_key="img/plan.png")
    assert (again.status_code, again.json()["state"]) == (200, "replaced")


def test_files_are_listed_by_key_and_read_one_by_one(client, collection):
    for name in ("b.png", "a.gif"):
        send(client, collection, name=name)
    page = client.get(root(collection)).json()
    assert [item["source_key"] for item in page["items"]] == ["a.gif", "b.png"]
    assert (page["total"], page["total_pages"]) == (2, 1)
    assert list(page["items"][0]) == [
        *("id", "collection_id", "source_key", "content_type", "bytes", "sha256"),
        *("created_at", "updated_at"),
    ]
    found = client.get(root(collection), {"search": "B."}).json()["items"]
    assert [item["source_key"] for item in found] == ["b.png"]
    assert client.get(f"{root(collection)}/{found[0]['id']}").json() == found[0]


def test_the_content_comes_back_as_it_was_with_its_tag(client, collection):
    send(client, collection)
    place = f"{root(collection)}/{Attachment.objects.get().pk}/content"
    answer = client.get(place)
    assert (answer.content, answer["Content-Type"]) == (PNG, "image/png")
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert client.get(place, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_deleted_file_is_gone_and_links_to_it_are_tried_again(client, collection):
    send(client, collection, name="plan.pdf")
    write_document(collection, "a.md", "[plan](plan.pdf)\n")
    resolve_collection(collection_id=collection.pk)
    row = Attachment.objects.get()
    links = f"/api/md-collections/{collection.pk}/links"
    [link] = client.get(links).json()["items"]
    assert (link["state"], link["target_attachment_key"]) == ("resolved", "plan.pdf")
    assert client.get(links, {"state": "unresolved"}).json()["total"] == 0
    assert client.delete(f"{root(collection)}/{row.pk}").status_code == 204
    resolve_collection(collection_id=collection.pk)
    assert client.get(links, {"state": "unresolved"}).json()["total"] == 1
    error_of(client.get(f"{root(collection)}/{row.pk}"), 404, "NOT_FOUND")


def test_bad_files_are_refused_with_the_field_at_fault(client, collection, settings):
    assert fields_of(send(client, collection, source_key="../a.png")) == ["source_key"]
    assert fields_of(client.post(root(collection), {}, format="multipart")) == ["file"]
    error_of(send(client, collection, name="a.md"), 415, "UNSUPPORTED_FORMAT")
    error_of(client.post(root(collection), {"file": "x"}), 415, "UNSUPPORTED_FORMAT")
    set_limits(settings, attachment_bytes=10)
    error_of(send(client, collection), 413, "TOO_LARGE")
    set_limits(settings, attachments_bytes=10)
    error_of(send(client, collection), 413, "TOO_LARGE")
    assert not Attachment.objects.exists()


def test_readers_read_and_write_nothing(client, collection, owner):
    send(client, collection)
    place = f"{root(collection)}/{Attachment.objects.get().pk}"
    reader = UserFactory()
    grant_access(user=owner, source=collection, to=reader, level=GrantLevel.READ)
    for one, code in (
        (token_client(reader), "FORBIDDEN"),
        (reading_client(owner), "INSUFFICIENT_SCOPE"),
    ):
        assert one.get(f"{place}/content").status_code == 200
        error_of(one.delete(place), 403, code)
        error_of(send(one, collection, name="b.png"), 403, code)


def test_what_is_hidden_is_answered_like_what_is_missing(collection, client, stranger):
    send(client, collection)
    outsider = token_client(stranger)
    row = Attachment.objects.get()
    for tail in ("", f"/{row.pk}", f"/{row.pk}/content"):
        hidden = outsider.get(root(collection) + tail)
        missing = outsider.get(f"/api/md-collections/{uuid.uuid4()}/attachments{tail}")
        assert error_of(hidden, 404, "NOT_FOUND")["message"] == missing.json()["error"]["message"]
    error_of(outsider.delete(f"{root(collection)}/{row.pk}"), 404, "NOT_FOUND")
    error_of(send(outsider, collection, name="b.png"), 404, "NOT_FOUND")
