import pytest

from apps.collections.models import Document
from tests.api.clients import error_of, fields_of

pytestmark = pytest.mark.django_db
TEXT = "# Restore\n\nStop the service first.\n"


@pytest.fixture
def path(collection):
    return f"/api/md-collections/{collection.pk}/documents"


def test_a_new_document_answers_201_with_its_address_and_tag(client, path):
    response = client.post(path, {"source_key": "a/restore.md", "content": TEXT})
    stored = Document.objects.get()
    assert response.status_code == 201
    assert response.json() == {
        "source_key": "a/restore.md",
        "state": "created",
        "document_id": str(stored.pk),
        "title": "Restore",
        "chunk_count": 1,
        "version": 1,
        "code": "",
        "reason": "",
        "note": "",
        "is_truncated": False,
    }
    read = client.get(response["Location"])
    assert (read.status_code, read["ETag"]) == (200, response["ETag"])


def test_the_same_again_answers_200_unchanged_and_another_text_200_replaced(client, path):
    body = {"source_key": "restore.md", "content": TEXT}
    client.post(path, body)
    again = client.post(path, body)
    assert (again.status_code, again.json()["state"]) == (200, "unchanged")
    other = client.post(path, {**body, "content": TEXT + "More.\n"})
    assert (other.status_code, other.json()["state"], other.json()["version"]) == (
        200,
        "replaced",
        2,
    )
    assert other["ETag"] != again["ETag"]


def test_the_text_is_stored_to_the_last_space(client, path):
    content = "\n  indented\t\r\n\r\ntail  \n\n"
    client.post(path, {"source_key": "a.md", "content": content})
    assert Document.objects.get().content == content


def test_a_given_title_outranks_the_text(client, path):
    body = {"source_key": "a.md", "content": TEXT, "title": "By hand"}
    assert client.post(path, body).json()["title"] == "By hand"


@pytest.mark.parametrize(
    ("change", "fields"),
    [
        ({"source_key": ""}, ["source_key"]),
        ({"source_key": "  "}, ["source_key"]),
        ({"source_key": None}, ["source_key"]),
        ({"source_key": "x" * 501}, ["source_key"]),
        ({"source_key": "/etc/passwd"}, ["source_key"]),
        ({"source_key": "../../x.md"}, ["source_key"]),
        ({"source_key": "a\x00.md"}, ["source_key"]),
        ({"source_key": "a\nb.md"}, ["source_key"]),
        ({"source_key": ["a.md"]}, ["source_key"]),
        ({"content": None}, ["content"]),
        ({"content": {"text": "x"}}, ["content"]),
        ({"content": "a\x00b"}, ["content"]),
        ({"title": "x" * 501}, ["title"]),
        ({"title": "x\x00"}, ["title"]),
    ],
)
def test_what_is_wrong_with_a_document_is_named(client, path, change, fields):
    response = client.post(path, {"source_key": "a.md", "content": TEXT, **change})
    assert fields_of(response) == fields
    assert not Document.objects.exists()


def test_text_is_needed(client, path):
    assert fields_of(client.post(path, {"source_key": "a.md"})) == ["content"]


def test_a_file_that_is_no_document_is_a_415(client, path):
    response = client.post(path, {"source_key": "setup.exe", "content": "MZ"})
    error_of(response, 415, "UNSUPPORTED_FORMAT")


def test_a_document_over_the_limit_is_a_413(client, path, small_documents):
    response = client.post(path, {"source_key": "a.md", "content": "x" * 1001})
    error_of(response, 413, "TOO_LARGE")
    response = client.post(path, {"source_key": "a.md", "content": "x" * 5000})
    error_of(response, 413, "TOO_LARGE")


def test_an_empty_document_is_taken_in(client, path):
    response = client.post(path, {"source_key": "a.md", "content": ""})
    assert (response.status_code, response.json()["note"]) == (201, "empty")
