import pytest

from apps.collections.models import Document
from tests.api.clients import error_of, token_client
from tests.factories import write_document

pytestmark = pytest.mark.django_db


@pytest.fixture
def path(collection):
    write_document(collection, "a.md", "# One\n")
    return f"/api/md-collections/{collection.pk}/documents/by-key/a.md"


def text():
    return Document.objects.get().content


def test_a_write_with_the_tag_that_was_read_goes_through(client, path):
    response = client.put(path, {"content": "Two."}, HTTP_IF_MATCH=client.get(path)["ETag"])
    assert response.status_code == 200
    assert response["ETag"] == client.get(path)["ETag"]


def test_a_write_over_a_version_that_was_not_read_is_a_412_and_loses_nothing(client, path):
    tag = client.get(path)["ETag"]
    client.put(path, {"content": "By somebody else."})
    for method in (client.put, client.delete):
        error_of(method(path, {"content": "Mine."}, HTTP_IF_MATCH=tag), 412, "PRECONDITION_FAILED")
    assert text() == "By somebody else."


@pytest.mark.parametrize("tag", ['"1"', "1", '""', "W/{tag}", "x", "\xff", '"a", "b"', ""])
def test_only_the_strong_tag_itself_will_do(client, path, tag):
    tag = tag.format(tag=client.get(path)["ETag"])
    response = client.put(path, {"content": "Two."}, HTTP_IF_MATCH=tag)
    error_of(response, 412, "PRECONDITION_FAILED")
    assert text() == "# One\n"


def test_one_of_several_tags_will_do_and_the_star_stands_for_any(client, path):
    tags = f'"other", {client.get(path)["ETag"]}'
    assert client.put(path, {"content": "Two."}, HTTP_IF_MATCH=tags).status_code == 200
    assert client.put(path, {"content": "Three."}, HTTP_IF_MATCH="*").status_code == 200


def test_nothing_is_created_for_who_expects_something(client, path):
    other = path.replace("a.md", "b.md")
    for tag in ("*", client.get(path)["ETag"]):
        response = client.put(other, {"content": "x"}, HTTP_IF_MATCH=tag)
        error_of(response, 412, "PRECONDITION_FAILED")
    assert Document.objects.count() == 1


def test_nothing_is_replaced_for_who_expects_nothing(client, path):
    response = client.put(path, {"content": "Two."}, HTTP_IF_NONE_MATCH="*")
    error_of(response, 412, "PRECONDITION_FAILED")
    other = path.replace("a.md", "b.md")
    assert client.put(other, {"content": "x"}, HTTP_IF_NONE_MATCH="*").status_code == 201


def test_who_has_the_version_is_spared_the_text(client, path):
    tag = client.get(path)["ETag"]
    for known in (tag, f"W/{tag}", f'"x", {tag}', "*"):
        response = client.get(path, HTTP_IF_NONE_MATCH=known)
        assert (response.status_code, response.content, response["ETag"]) == (304, b"", tag)
    assert client.get(path, HTTP_IF_NONE_MATCH='"x"').status_code == 200


def test_a_document_made_anew_has_another_tag(client, path):
    tag = client.get(path)["ETag"]
    client.delete(path)
    client.put(path, {"content": "# One\n"})
    assert client.get(path)["ETag"] != tag


def test_the_tag_changes_with_the_title_too(client, path):
    tag = client.get(path)["ETag"]
    client.put(path, {"content": "# One\n", "title": "By hand"})
    assert client.get(path)["ETag"] != tag


def test_the_tag_by_id_is_the_tag_by_key(client, collection, path):
    by_id = f"/api/md-collections/{collection.pk}/documents/{Document.objects.get().pk}"
    tag = client.get(by_id)["ETag"]
    assert tag == client.get(path)["ETag"]
    error_of(client.delete(by_id, HTTP_IF_MATCH='"x"'), 412, "PRECONDITION_FAILED")
    assert client.delete(by_id, HTTP_IF_MATCH=tag).status_code == 204


def test_a_stranger_is_not_told_whether_the_tag_fits(client, stranger, path):
    tag = client.get(path)["ETag"]
    for known in (tag, '"x"'):
        response = token_client(stranger).put(path, {"content": "x"}, HTTP_IF_MATCH=known)
        error_of(response, 404, "NOT_FOUND")


def test_a_stored_answer_must_be_checked_before_it_is_shown_again(client, path):
    tag = client.get(path)["ETag"]
    for response in (client.get(path), client.get(path, HTTP_IF_NONE_MATCH=tag)):
        assert response["Cache-Control"] == "private, no-cache"
