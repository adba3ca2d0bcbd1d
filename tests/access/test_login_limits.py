"""Passwords are not tried without end, at either door."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.conf import settings as current
from django.db.models import F
from django.test import Client

from apps.access.addresses import warn_of_proxy
from apps.access.login_limits import TooManyTriesError, begin_try, forgive_tries
from apps.access.models import AuditEntry, LoginPlace, LoginTry, User
from tests.collections.test_concurrency import at_once

DOORS = ("/login", "/admin/login/")
PASSWORD = "a long one"
pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def ana(db):
    return User.objects.create_user("ana", password=PASSWORD, is_staff=True)


def knock(door, name="ana", password="wrong", address="192.0.2.7", **headers):
    form = {"username": name, "password": password}
    return Client().post(door, form, REMOTE_ADDR=address, headers=headers)


def fail(times, door="/login", **form):
    return [knock(door, **form).status_code for _ in range(times)]


def pass_time(**time):
    LoginTry.objects.update(at=F("at") - timedelta(**time))


@pytest.fixture
def limits(settings):
    def change(**values):
        login = replace(current.PRESSMARK.login, **values)
        settings.PRESSMARK = replace(current.PRESSMARK, login=login)

    return change


@pytest.mark.parametrize("door", DOORS)
def test_the_sixth_try_waits_even_with_the_right_password(door):
    assert fail(5, door) == [200] * 5
    answer = knock(door, password=PASSWORD)
    assert answer.status_code == 429
    assert 880 < int(answer["Retry-After"]) <= 900
    assert "Try again in 15 minutes." in answer.content.decode()
    assert "_auth_user_id" not in answer.wsgi_request.session


def test_both_doors_count_together():
    assert fail(3, "/login") + fail(2, "/admin/login/") == [200] * 5
    assert [knock(door, password=PASSWORD).status_code for door in DOORS] == [429, 429]


@pytest.mark.parametrize("door", DOORS)
def test_a_name_without_an_account_is_answered_in_the_same_way(door):
    answers = []
    for name in ("ana", "who-is-this"):
        fail(5, door, name=name, address=f"192.0.2.{len(answers)}")
        for address in (f"192.0.2.{len(answers)}", "198.51.100.9"):
            answer = knock(door, name=name, address=address)
            page = answer.content.decode().replace(name, "…")
            token = answer.context["csrf_token"]
            answers.append((answer.status_code, page.replace(str(token), "…")))
    assert answers[:2] == answers[2:]
    assert [status for status, _ in answers[:2]] == [429, 200]


def test_another_name_and_another_address_are_not_held_up():
    User.objects.create_user("ben", password=PASSWORD)
    fail(5)
    assert knock("/login", name="ben", password=PASSWORD).status_code == 302
    assert knock("/login", password=PASSWORD, address="192.0.2.8").status_code == 302


def test_the_case_and_form_of_a_name_make_no_new_one():
    fail(5, name="Ana ")
    assert knock("/login", name="\uff21NA").status_code == 429


def test_one_address_cannot_go_through_the_names():
    assert fail(30, name="a")[:6] == [200] * 5 + [429]
    LoginTry.objects.all().delete()
    for number in range(30):
        begin_as(f"name-{number}")
    assert knock("/login", password=PASSWORD, address="").status_code == 429


def begin_as(name):
    """A try outside of any request: at no address."""
    begin_try(name=name)


def exhaust_the_address():
    for name in range(6):
        fail(5, name=f"guess-{name}")


def test_who_has_signed_in_from_an_address_is_not_locked_out_by_the_others_there():
    User.objects.create_user("ben", password=PASSWORD)
    knock("/login", password=PASSWORD)
    exhaust_the_address()
    assert knock("/login", name="ben", password=PASSWORD).status_code == 429
    assert knock("/login", password=PASSWORD).status_code == 302
    assert fail(6) == [200] * 5 + [429]
    assert LoginPlace.objects.count() == 1


def test_an_address_is_known_for_thirty_days():
    knock("/login", password=PASSWORD)
    LoginPlace.objects.update(at=F("at") - timedelta(days=30))
    exhaust_the_address()
    assert knock("/login", password=PASSWORD).status_code == 429
    assert LoginPlace.objects.count() == 0


def test_the_log_warns_once_of_a_proxy_that_nobody_has_announced(caplog):
    warn_of_proxy.cache_clear()
    knock("/login")
    assert "PRESSMARK_TRUSTED_PROXIES" not in caplog.text
    for _ in range(3):
        knock("/login", **{"X-Forwarded-For": "203.0.113.1"})
    assert caplog.text.count("PRESSMARK_TRUSTED_PROXIES is 0") == 1


def test_the_neighbours_in_one_ipv6_network_are_one_client():
    for host in range(5):
        knock("/login", address=f"2001:db8:1:1::{host}")
    assert knock("/login", address="2001:db8:1:1:ffff::1").status_code == 429
    assert knock("/login", address="2001:db8:1:2::1").status_code == 200


def test_time_forgives_but_less_of_it_within_a_day():
    for _ in range(4):
        assert fail(6) == [200] * 5 + [429]
        pass_time(minutes=15)
    answer = knock("/login", password=PASSWORD)
    assert answer.status_code == 429
    assert int(answer["Retry-After"]) > 22 * 3600
    pass_time(days=1)
    assert knock("/login", password=PASSWORD).status_code == 302


def test_a_success_clears_the_name_and_nothing_else():
    fail(4)
    fail(5, name="ben")
    assert knock("/login", password=PASSWORD).status_code == 302
    assert fail(5) == [200] * 5
    assert knock("/login", name="ben").status_code == 429


def test_refused_tries_do_not_make_the_wait_longer():
    fail(5)
    pass_time(minutes=14)
    assert fail(3) == [429] * 3
    pass_time(minutes=1)
    assert knock("/login", password=PASSWORD).status_code == 302


def test_the_audit_log_tells_of_failures_and_once_of_the_limit():
    fail(8)
    entries = AuditEntry.objects.order_by("id").values_list("action", "target_label", "after")
    failed = ("login.failed", "ana", {"address": "192.0.2.7"})
    assert list(entries) == [failed] * 5 + [("login.limited", *failed[1:])]


def test_a_password_in_the_wrong_field_is_kept_nowhere():
    fail(6, name="hunter2-my-secret")
    assert set(AuditEntry.objects.values_list("target_label", flat=True)) == {"(no such account)"}
    assert not LoginTry.objects.filter(name_digest__contains="hunter2").exists()


def test_a_forwarded_address_counts_only_behind_trusted_proxies(limits):
    forged = {"X-Forwarded-For": "203.0.113.1"}
    assert [knock("/login", **forged).status_code for _ in range(6)] == [200] * 5 + [429]
    limits(trusted_proxies=1)
    for number in range(7):
        chain = {"X-Forwarded-For": f"203.0.113.{number}, 198.51.100.4"}
        answer = knock("/login", **chain)
    assert answer.status_code == 429
    other = {"X-Forwarded-For": "198.51.100.4, 198.51.100.5"}
    assert knock("/login", password=PASSWORD, **other).status_code == 302


@pytest.mark.parametrize("value", ["", "nonsense", "a, b,", "'; --", "9" * 5000])
def test_a_forwarded_address_that_is_none_falls_back_to_the_connection(limits, value):
    limits(trusted_proxies=2)
    assert knock("/login", password=PASSWORD, **{"X-Forwarded-For": value}).status_code == 302


@pytest.mark.parametrize("door", DOORS)
def test_a_form_without_name_or_password_is_no_try(door):
    for name, password in (("", ""), ("ana", ""), ("", "x"), ("a\0b", "x")):
        assert knock(door, name=name, password=password).status_code == 200
    assert LoginTry.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_many_tries_at_once_are_counted_one_after_another():
    outcomes = at_once(*(lambda: begin_try(name="ana") for _ in range(8)))
    assert [type(one) for one in outcomes].count(TooManyTriesError) == 3
    forgive_tries(name="ana")
    assert LoginTry.objects.count() == 0
