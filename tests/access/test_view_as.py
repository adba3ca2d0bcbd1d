"""Seeing the product as somebody else does."""

import uuid
from collections import defaultdict
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from apps.access.models import AuditEntry, User
from apps.access.view_as import LASTS
from apps.retrieval.models import AskedQuestion
from tests.architecture.doors import DOORS
from tests.cast import READ, grant, make_collection, make_token, make_user
from tests.factories import write_document
from tests.leaks.visits import fill

pytestmark = pytest.mark.django_db


@pytest.fixture
def admin():
    return make_user("admin", is_staff=True, is_superuser=True)


@pytest.fixture
def person():
    return make_user("ben", is_staff=True)


@pytest.fixture
def shelves(admin, person):
    """One collection that the person reads and one that only the admin does."""
    open_, closed = make_collection("Opened-shelf", owner=admin), make_collection("Closed-shelf")
    for shelf in (open_, closed):
        write_document(shelf, "page.md", f"# Page of {shelf.name}\n\nzyxxq\n")
    grant(open_, person, READ)
    return open_, closed


def address(person) -> str:
    return f"/admin/access/user/{person.pk}/view_as/"


def start(admin, person) -> Client:
    client = Client()
    client.force_login(admin)
    client.get(address(person))
    client.post(address(person), {"_form_submitted": "True"})
    return client


def told() -> list[tuple]:
    rows = AuditEntry.objects.filter(action__startswith="view_as").order_by("id")
    return list(rows.values_list("action", "actor_name", "target_label", "after__reason"))


def is_viewing(client: Client) -> bool:
    return "End the view</button>" in client.get("/").content.decode()


def test_an_admin_sees_what_the_person_sees_in_reader_rest_and_search(admin, person, shelves):
    client = start(admin, person)
    mine = Client()
    mine.force_login(person)
    for path in ("/", "/docs", "/search?q=zyxxq"):
        said = client.get(path).content.decode()
        assert ("Opened-shelf" in said, "Closed-shelf" in said) == (True, False)
        assert "End the view" in said
    for path in ("/api/md-collections", "/api/me/tokens", "/docs/Opened-shelf/page.md?raw"):
        assert client.get(path).content == mine.get(path).content
    for shelf in shelves:
        path = f"/api/md-collections/{shelf.pk}"
        assert client.get(path).status_code == mine.get(path).status_code
    assert client.get("/docs/Closed-shelf").status_code == 404


def test_nothing_can_be_done_and_the_admin_is_closed(admin, person, shelves):
    client = start(admin, person)
    path = f"/api/md-collections/{shelves[0].pk}"
    for method in ("post", "put", "patch", "delete"):
        answer = getattr(client, method)(path)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "FORBIDDEN")
        assert "for reading only" in answer.json()["error"]["message"]
    refused = client.post("/account/tokens", {"name": "x", "scopes": ["api:read"]})
    assert (refused.status_code, person.access_tokens.count()) == (403, 0)
    assert "for reading only" in refused.content.decode()
    assert "End the view" in refused.content.decode()
    assert client.get("/admin/").status_code == 403
    text = "pmk_pat_of_the_admin"
    make_token(admin, text)
    with_token = {"Authorization": f"Bearer {text}"}
    assert client.get("/api/md-collections", headers=with_token).status_code == 403


def test_questions_by_post_are_answered_as_the_person_and_not_kept(admin, person, shelves):
    client, mine = start(admin, person), Client()
    mine.force_login(person)
    before = AskedQuestion.objects.count()
    asked = {"query": "zyxxq"}
    for path, body in (
        ("/api/retrieve", asked),
        (f"/api/md-collections/{shelves[0].pk}/search", asked),
        (f"/api/md-collections/{shelves[1].pk}/search", asked),
        ("/api/context", {"task": "zyxxq", "max_tokens": 2000}),
        ("/api/route", asked),
    ):
        answer = client.post(path, body, content_type="application/json")
        assert "Closed-shelf" not in answer.content.decode()
        assert AskedQuestion.objects.count() == before
        own = mine.post(path, body, content_type="application/json")
        before = AskedQuestion.objects.count()
        assert answer.status_code == own.status_code == (404 if str(shelves[1].pk) in path else 200)
        assert ("Opened-shelf" in answer.content.decode()) == (answer.status_code == 200)
    assert client.post("/theme", {"theme": "dark"}).status_code == 302
    for path in ("/api/retrieve", "/api/route"):
        assert client.put(path, asked, content_type="application/json").status_code == 403


def test_every_door_refuses_all_but_looking_and_asking(admin, person):
    client, places = start(admin, person), defaultdict(lambda: str(uuid.uuid4()))
    before = AuditEntry.objects.count()
    answers = {
        (name, call.method): client.generic(
            call.method.upper(), fill(call.path, places), b"{}", content_type="application/json"
        ).status_code
        for name, door in DOORS.items()
        for call in door.calls
        if call.method != "get" and not call.asks and not name.startswith("mcp:")
    }
    assert len(answers) > 60
    assert set(answers.values()) == {403}
    assert AuditEntry.objects.count() == before


def test_what_a_page_would_write_is_refused_by_the_database(admin, person, monkeypatch):
    client = start(admin, person)
    monkeypatch.setattr("apps.reader.views.home.render", lambda *_: make_user("written"))
    assert client.get("/").status_code == 403
    assert not User.objects.filter(username__startswith="written").exists()


def test_one_click_ends_it_and_both_ends_are_in_the_log(admin, person):
    client = start(admin, person)
    back = client.post("/view-as/end")
    assert back["Location"] == f"/admin/access/user/{person.pk}/change/"
    assert not is_viewing(client)
    assert client.get("/admin/").status_code == 200
    assert told() == [
        ("view_as.started", admin.username, person.username, None),
        ("view_as.ended", admin.username, person.username, "Ended by hand."),
    ]
    assert client.post("/view-as/end")["Location"] == "/"


def test_signing_out_ends_it_and_the_session(admin, person):
    client = start(admin, person)
    client.post("/logout")
    assert client.get("/docs").status_code == 302
    assert told()[-1][3] == "Signed out."


@pytest.mark.parametrize(
    ("who", "change", "reason"),
    [
        ("admin", {"is_superuser": False}, "You are no admin any more."),
        ("person", {"is_active": False}, "The account cannot be viewed any more."),
        ("person", {"is_superuser": True}, "The account cannot be viewed any more."),
    ],
)
def test_it_ends_with_the_rights_it_rests_on(admin, person, who, change, reason):
    client = start(admin, person)
    assert is_viewing(client)
    User.objects.filter(pk={"admin": admin, "person": person}[who].pk).update(**change)
    assert not is_viewing(client)
    assert told()[-1] == ("view_as.ended", admin.username, person.username, reason)


def test_it_ends_with_the_admin_account_and_in_time(admin, person):
    client = start(admin, person)
    session = client.session
    session["view_as"] |= {"until": (timezone.now() - timedelta(seconds=1)).isoformat()}
    session.save()
    assert timedelta(minutes=30) >= LASTS
    # A form of the viewed person's page is not carried out as the admin.
    assert client.post("/account/tokens", {"name": "x"}).status_code == 403
    assert not is_viewing(client)
    assert told()[-1][3] == "Its time is over."
    again = start(admin, person)
    User.objects.filter(pk=admin.pk).update(is_active=False)
    assert again.get("/docs").status_code == 302


def test_admins_oneself_and_the_inactive_are_not_viewed_and_others_do_not_view(admin, person):
    other = make_user("other", is_staff=True, is_superuser=True)
    gone = make_user("gone", is_active=False)
    for viewed in (other, admin, gone):
        assert not is_viewing(start(admin, viewed))
        page = start(admin, person).post("/view-as/end") and Client()
        page.force_login(admin)
        said = page.get(f"/admin/access/user/{viewed.pk}/change/").content.decode()
        assert "See as this person" not in said
    assert not is_viewing(start(make_user("staff", is_staff=True), person))
