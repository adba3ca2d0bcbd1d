import pytest
from django.test import Client

from apps.access.models import AuditEntry, SignIn
from tests.cast import make_user

pytestmark = pytest.mark.django_db
PASSWORD = "correct horse battery"


@pytest.fixture
def person():
    person = make_user("ana")
    person.set_password(PASSWORD)
    person.save()
    return person


def sign_in(person, agent: str, path: str = "/login") -> Client:
    client = Client(headers={"User-Agent": agent})
    data = {"username": person.username, "password": PASSWORD}
    assert client.post(path, data).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/tokens").status_code == 200


def test_each_sign_in_is_noted_and_told_by_the_log(person):
    person.is_staff = True
    person.save()
    sign_in(person, "Lynx\u200b/2.9", "/admin/login/")
    sign_in(person, "x" * 400)
    rows = SignIn.objects.visible_to(person).order_by("at").values_list("agent", "address")
    assert list(rows) == [("Lynx/2.9", "127.0.0.1"), ("x" * 300, "127.0.0.1")]
    entries = AuditEntry.objects.values_list("action", "actor_id", "target_id", "address")
    entry = ("login.succeeded", person.pk, str(person.pk), "127.0.0.1")
    assert list(entries) == [entry] * 2


def test_one_session_or_all_others_can_be_ended(person):
    first, second, third = (sign_in(person, name) for name in ("first", "second", "third"))
    page = third.get("/account/sessions").content.decode()
    assert [name in page for name in ("first", "second", "This one")] == [True] * 3
    row = SignIn.objects.get(agent="first")
    third.post(f"/account/sessions/{row.pk}/end")
    assert [is_in(one) for one in (first, second, third)] == [False, True, True]
    third.post("/account/sessions/end-others")
    assert [is_in(one) for one in (first, second, third)] == [False, False, True]
    assert list(SignIn.objects.values_list("agent", flat=True)) == ["third"]


def test_sessions_of_others_are_missing(person):
    client, other = sign_in(person, "mine"), Client()
    row = SignIn.objects.get()
    other.force_login(make_user())
    assert other.post(f"/account/sessions/{row.pk}/end").status_code == 404
    other.post("/account/sessions/end-others")
    assert is_in(client)


def test_a_new_password_ends_all_other_sessions(person):
    first, second = sign_in(person, "first"), sign_in(person, "second")
    new = {"new_password1": "staple battery 42", "new_password2": "staple battery 42"}
    second.post("/account/password", {"old_password": PASSWORD, **new})
    assert [is_in(first), is_in(second)] == [False, True]
    assert list(SignIn.objects.values_list("agent", flat=True)) == ["second"]
    assert AuditEntry.objects.filter(action="user.password_changed").count() == 1
