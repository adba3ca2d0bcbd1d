import pytest

from apps.access.models import GrantLevel
from apps.collections.models import Collection
from tests.api.clients import error_of, fields_of, token_client
from tests.cast import grant
from tests.factories import AdminFactory, CollectionFactory, UserFactory

pytestmark = pytest.mark.django_db
ALL = "/api/md-collections"


def test_creating_answers_with_the_whole_collection(client):
    response = client.post(ALL, {"name": "  Run\tbooks ", "description": "When it breaks"})
    made = Collection.objects.get()
    assert response.status_code == 201
    body = response.json()
    times = {body.pop("created_at"), body.pop("updated_at")}
    assert None not in times
    assert body == {
        "id": str(made.pk),
        "mark": "collection:Run%20books",
        "name": "Run books",
        "description": "When it breaks",
        "visibility": "private",
        "owner": "olive",
        "document_count": 0,
        "logs_questions": True,
    }


def test_a_name_that_is_taken_is_a_conflict_on_that_field(client, collection):
    assert fields_of(client.post(ALL, {"name": "RUNBOOKS"}), 409, "DUPLICATE_NAME") == ["name"]


def test_a_name_taken_by_a_hidden_collection_is_free(stranger, collection):
    assert token_client(stranger).post(ALL, {"name": "Runbooks"}).status_code == 201


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({}, ["name"]),
        ({"name": ""}, ["name"]),
        ({"name": " \t "}, ["name"]),
        ({"name": None}, ["name"]),
        ({"name": ["x"]}, ["name"]),
        ({"name": "x" * 256}, ["name"]),
        ({"name": "a\x00b"}, ["name"]),
        ({"name": "a\x07b"}, ["name"]),
        ({"name": "x", "description": "y" * 501}, ["description"]),
        ({"name": "x", "visibility": "everyone"}, ["visibility"]),
        ({"name": "", "visibility": 7}, ["name", "visibility"]),
        (["name"], ["body"]),
        ("name", ["body"]),
        (None, ["name"]),
        (7, ["body"]),
    ],
)
def test_what_is_wrong_with_a_new_collection_is_named(client, body, fields):
    assert fields_of(client.post(ALL, body)) == fields


def test_only_an_admin_makes_a_collection_admin_only(client, db):
    body = {"name": "Secrets", "visibility": "admin_only"}
    error_of(client.post(ALL, body), 403, "FORBIDDEN")
    assert token_client(AdminFactory()).post(ALL, body).status_code == 201


def test_the_list_holds_what_the_caller_can_read(client, owner, collection):
    CollectionFactory(name="Hidden")
    CollectionFactory(name="Open", visibility="public")
    names = [item["name"] for item in client.get(ALL).json()["items"]]
    assert names == ["Open", "Runbooks"]


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("", ["100% sure", "Run_books", "Runbooks"]),
        ("RUN", ["Run_books", "Runbooks"]),
        ("%", ["100% sure"]),
        ("_", ["Run_books"]),
        ("\\", []),
        ("when it breaks", ["Runbooks"]),
    ],
)
def test_the_search_takes_wildcards_for_themselves(client, owner, search, found):
    CollectionFactory(name="Runbooks", owner=owner, description="When it breaks")
    CollectionFactory(name="Run_books", owner=owner)
    CollectionFactory(name="100% sure", owner=owner)
    page = client.get(ALL, {"search": search}).json()
    assert ([item["name"] for item in page["items"]], page["total"]) == (found, len(found))


@pytest.mark.parametrize("search", ["\x00", "x" * 201])
def test_a_search_that_cannot_be_is_named(client, search):
    assert fields_of(client.get(ALL, {"search": search})) == ["search"]


def test_a_change_leaves_alone_what_it_does_not_name(client, collection):
    path = f"{ALL}/{collection.pk}"
    assert client.patch(path, {"description": "New"}).json()["name"] == "Runbooks"
    assert client.patch(path, {"name": "Playbooks"}).json()["description"] == "New"
    assert client.patch(path, {"description": ""}).json()["description"] == ""
    assert client.patch(path, {}).json()["name"] == "Playbooks"


def test_visibility_is_the_owners_to_change_not_the_writers(client, collection):
    writer = UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    path = f"{ALL}/{collection.pk}"
    error_of(token_client(writer).patch(path, {"visibility": "public"}), 403, "FORBIDDEN")
    assert client.patch(path, {"visibility": "public"}).json()["visibility"] == "public"


def test_a_refused_change_changes_nothing_at_all(collection):
    writer = UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    body = {"name": "Taken over", "visibility": "public"}
    error_of(token_client(writer).patch(f"{ALL}/{collection.pk}", body), 403, "FORBIDDEN")
    collection.refresh_from_db()
    assert (collection.name, collection.visibility) == ("Runbooks", "private")


def test_deleting_is_for_the_owner_not_for_writers(client, collection):
    writer = UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    path = f"{ALL}/{collection.pk}"
    error_of(token_client(writer).delete(path), 403, "FORBIDDEN")
    response = client.delete(path)
    assert (response.status_code, response.content) == (204, b"")
    error_of(client.get(path), 404, "NOT_FOUND")


def test_a_writer_may_send_back_what_is_not_changed(collection):
    writer = UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    body = {"name": "Runbooks", "description": "New", "visibility": "private"}
    answer = token_client(writer).patch(f"{ALL}/{collection.pk}", body)
    assert (answer.status_code, answer.json()["description"]) == (200, "New")
    reader = UserFactory()
    grant(collection, reader)
    same = {"visibility": "private"}
    error_of(token_client(reader).patch(f"{ALL}/{collection.pk}", same), 403, "FORBIDDEN")


def test_a_writer_cannot_ask_for_the_owners_other_names_by_renaming(collection):
    CollectionFactory(name="Layoffs", owner=collection.owner)
    writer = UserFactory()
    grant(collection, writer, GrantLevel.WRITE)
    answers = [
        error_of(
            token_client(writer).patch(f"{ALL}/{collection.pk}", {"name": name}), 403, "FORBIDDEN"
        )["message"]
        for name in ("Layoffs", "Nothing")
    ]
    assert answers[0] == answers[1] == "Only its owner and admins can rename a collection."


@pytest.mark.parametrize("name", ["\ufeff", "\ufffe", "\u200b", "\u202e", "a\u202eb", "\ue000"])
def test_a_name_that_nobody_can_see_is_refused(client, name):
    assert fields_of(client.post(ALL, {"name": name})) == ["name"]
    assert not Collection.objects.exists()
