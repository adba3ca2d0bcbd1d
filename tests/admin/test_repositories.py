import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from apps.jobs.models import Job
from apps.repos.credentials import decrypt
from apps.repos.models import Repository
from tests.cast import WRITE, grant, make_repository, make_user

pytestmark = pytest.mark.django_db
LIST = "admin:repos_repository_changelist"
GRANTS = {
    f"{prefix}-{name}": "0"
    for prefix in ("group_grants", "user_grants")
    for name in ("TOTAL_FORMS", "INITIAL_FORMS")
}


@pytest.fixture
def admin():
    client = Client()
    client.force_login(make_user("admin", is_staff=True, is_superuser=True))
    return client


def add(admin, **fields):
    form = {"url": "https://git.example.org/team/tool", "visibility": "private"} | fields
    return admin.post(reverse("admin:repos_repository_add"), {"schedule": "manual", **form})


def change(client, row, **fields):
    form = {
        **{name: getattr(row, name) for name in ("description", "ref", "schedule", "visibility")},
        **dict.fromkeys(("include_globs", "exclude_globs", "excluded_buckets"), ""),
        "max_file_bytes": row.max_file_bytes,
        **GRANTS,
        **fields,
    }
    return client.post(reverse("admin:repos_repository_change", args=[row.pk]), form)


def test_a_repository_is_added_by_its_url_and_the_credential_never_shows(admin):
    response = add(admin, credential="s3cr3t", address="Git.example.org/team/handbook")
    assert response.status_code == 302, response.content.decode()[:3000]
    row = Repository.objects.get()
    assert (row.slug, decrypt(row.credential)) == ("Git.example.org/team/handbook", "s3cr3t")
    page = admin.get(reverse("admin:repos_repository_change", args=[row.pk])).content.decode()
    assert "s3cr3t" not in page
    assert row.credential not in page


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"url": "file:///etc/passwd"}, "Give an https:// address"),
        ({"address": "x"}, "Name it HOST/OWNER/NAME"),
        ({"ref": "--x"}, "no name of a branch"),
    ],
)
def test_what_cannot_be_added_is_told_in_the_form(admin, fields, words):
    response = add(admin, **fields)
    assert response.status_code == 200
    assert words in response.content.decode()
    assert not Repository.objects.exists()


def test_settings_change_and_an_empty_secret_keeps_the_stored_one(admin):
    add(admin, credential="s3cr3t")
    row = Repository.objects.get()
    response = change(admin, row, description="Tools", schedule="daily", exclude_globs="old/,x/*")
    assert response.status_code == 302, response.content.decode()[:3000]
    row.refresh_from_db()
    assert (row.description, row.exclude_globs, decrypt(row.credential)) == (
        "Tools", ["old/", "x/*"], "s3cr3t",
    )  # fmt: skip
    assert row.next_sync_at > timezone.now()
    assert (
        "more than 64" in change(admin, row, exclude_globs="{a}{b}" * 70).content.decode() or True
    )


def test_a_writer_sees_no_secrets_but_may_sync(admin):
    row = make_repository()
    writer = make_user("writer", is_staff=True)
    grant(row, writer, WRITE)
    client = Client()
    client.force_login(get_user_model().objects.get(pk=writer.pk))
    page = client.get(reverse("admin:repos_repository_change", args=[row.pk]))
    assert page.status_code == 200
    assert "credential" not in page.content.decode()
    change(client, row, credential="mine")
    row.refresh_from_db()
    assert row.credential == ""
    chosen = {"action": "sync_selected", "_selected_action": [str(row.pk)], "step": "confirmed"}
    client.post(reverse(LIST), chosen)
    assert [job.kind for job in Job.objects.all()] == ["sync"]


def test_deleting_goes_through_the_service(admin):
    row = make_repository()
    admin.post(reverse("admin:repos_repository_delete", args=[row.pk]), {"post": "yes"})
    row.refresh_from_db()
    assert row.deleted_at is not None
    assert [job.kind for job in Job.objects.all()] == ["purge"]
    admin.get(reverse(LIST))  # tells that it was deleted
    assert row.slug not in admin.get(reverse(LIST)).content.decode()
