import re

import pytest
from django.contrib.auth import authenticate, get_user_model

from apps.access.models import AuditEntry
from config.up.preparation import apply_migrations, create_first_admin

pytestmark = pytest.mark.django_db


@pytest.fixture
def said():
    return []


def test_the_first_admin_gets_a_generated_password_that_is_said_once(said, monkeypatch):
    monkeypatch.delenv("PRESSMARK_ADMIN_PASSWORD", raising=False)
    assert create_first_admin(said.append)
    [line] = said
    password = re.search(r"Password: (\S{16}) \(shown only now\)$", line)[1]
    assert authenticate(username="admin", password=password).is_superuser
    assert not create_first_admin(said.append)
    assert said == [line]
    assert [(one.action, one.target_label) for one in AuditEntry.objects.all()] == [
        ("user.created", "admin")
    ]


def test_a_given_password_is_used_and_not_repeated(said, monkeypatch):
    monkeypatch.setenv("PRESSMARK_ADMIN_PASSWORD", "correct horse battery")
    assert create_first_admin(said.append)
    assert authenticate(username="admin", password="correct horse battery")
    assert "correct horse" not in said[0]


def test_somebody_elses_installation_gets_no_second_admin(said):
    get_user_model().objects.create_superuser("owner")
    assert not create_first_admin(said.append)
    assert said == []
    assert [user.username for user in get_user_model().objects.all()] == ["owner"]


def test_an_ordinary_user_called_admin_is_not_raised(said):
    get_user_model().objects.create_user("admin")
    assert not create_first_admin(said.append)
    assert not get_user_model().objects.get().is_superuser
    assert said == ["Nobody administers this installation: run manage.py createsuperuser"]


def test_a_database_that_is_up_to_date_is_left_alone(said):
    apply_migrations(said.append)
    assert said == []
