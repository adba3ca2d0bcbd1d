import pytest

from apps.access.querysets import Visibility
from tests.api.clients import error_of, fields_of, session_client, token_client
from tests.cast import READ, WRITE, grant, make_group, make_user
from tests.factories import AdminFactory, CollectionFactory

pytestmark = pytest.mark.django_db
READERS, READABLE = "/api/access/readers", "/api/access/readable"


def test_whoever_shares_a_source_learns_who_reads_it_and_why(client, collection, owner):
    ben = make_user("ben")
    grant(collection, make_group("team", ben), READ)
    grant(collection, ben, WRITE)
    body = client.get(READERS, {"mark": "collection:Runbooks"}).json()
    told = {
        item["name"]: (item["level"], [reason["ground"] for reason in item["reasons"]])
        for item in body["items"]
    }
    assert told == {"olive": ("write", ["owner"]), ben.username: ("write", ["group", "user"])}


def test_readers_are_for_those_who_share_and_hidden_is_missing(collection):
    writer, stranger = make_user(), make_user()
    grant(collection, writer, WRITE)
    error_of(token_client(writer).get(READERS, {"mark": "collection:Runbooks"}), 403, "FORBIDDEN")
    for mark in ("collection:Runbooks", "collection:Nothing"):
        error_of(token_client(stranger).get(READERS, {"mark": mark}), 404, "NOT_FOUND")
    assert fields_of(session_client(writer).get(READERS, {"mark": "x\0"})) == ["mark"]
    assert fields_of(session_client(writer).get(READERS)) == ["mark"]


def test_one_learns_what_one_can_read_and_admins_what_anybody_can(collection, owner, stranger):
    CollectionFactory(name="Public", visibility=Visibility.PUBLIC)
    grant(collection, stranger, READ)
    for client, query in (
        (session_client(stranger), {}),
        (session_client(stranger), {"user": "sam"}),
        (session_client(AdminFactory()), {"user": "sam"}),
    ):
        items = client.get(READABLE, query).json()["items"]
        told = {item["name"]: [one["ground"] for one in item["reasons"]] for item in items}
        assert told == {"Public": ["public"], "Runbooks": ["user"]}
    assert session_client(owner).get(READABLE, {"kind": "repository"}).json()["total"] == 0


def test_about_others_nothing_is_said_not_even_whether_they_exist(owner, stranger, visitor):
    answers = [
        error_of(session_client(stranger).get(READABLE, {"user": name}), 403, "FORBIDDEN")
        for name in ("olive", "nobody-at-all")
    ]
    assert len({answer["message"] for answer in answers}) == 1
    error_of(token_client(stranger).get(READABLE), 403, "FORBIDDEN")
    error_of(visitor.get(READABLE), 401, "UNAUTHENTICATED")
    admin = session_client(AdminFactory())
    for name in ("nobody", "x\0"):
        assert admin.get(READABLE, {"user": name}).status_code in {400, 404}
    assert fields_of(admin.get(READABLE, {"kind": "planet"})) == ["kind"]
