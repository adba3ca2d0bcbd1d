"""The list of repositories, and adding one in the browser."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.access.models import User
from apps.jobs.models import Job, JobKind
from apps.repos.models import Repository, RunStatus, SyncRun
from tests.cast import make_repository
from tests.factories import AdminFactory
from tests.reader.pages import main_of, text_of

pytestmark = pytest.mark.django_db
GIT = {"url": "https://github.com/acme/handbook", "schedule": "daily", "visibility": "private"}


@pytest.fixture
def admin(client):
    person = AdminFactory()
    client.force_login(person)
    return person


def test_cards_tell_how_a_repository_stands(client, writer):
    make_repository("never", owner=writer, description="What it is for")
    failed = make_repository("failed", owner=writer)
    SyncRun.objects.create(repository=failed, status=RunStatus.ERROR)
    busy = make_repository("busy", owner=writer)
    Job.objects.create(
        kind=JobKind.SYNC, source_id=busy.pk, source_kind="repos.Repository", target_id=busy.pk
    )
    words = text_of(client.get("/repos"))
    assert "team/ never What it is for Private Not synced yet" in words
    assert "team/ failed No description. Private Sync failed" in words
    assert "team/ busy No description. Private Syncing" in words
    assert "never" not in text_of(client.get("/repos?filter=busy"))
    assert "No repository matches" in text_of(client.get("/repos?filter=nothing"))


def test_who_may_add_is_offered_it_and_nobody_else(client, writer):
    assert "Add a repository" not in main_of(client.get("/repos"))
    assert client.get("/repos/-/new").status_code == 403
    client.force_login(AdminFactory())
    assert "Add a repository" in text_of(client.get("/repos"))


def test_a_git_repository_is_added_and_its_first_sync_queued(client, admin):
    page = client.post("/repos/-/new", {**GIT, "credential": "a-token"}, follow=True)
    row = Repository.objects.get()
    assert (row.slug, row.schedule, row.owner) == ("github.com/acme/handbook", "daily", admin)
    assert row.credential not in {"", "a-token"}
    assert [job.kind for job in Job.objects.all()] == ["sync"]
    assert page.redirect_chain[-1] == ("/repos/github.com/acme/handbook/docs", 302)
    assert "The documentation is on its way" in text_of(page)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"url": "file:///etc"}, "Give an https:// address"),
        ({"url": "https://a:b@x.org/a/b"}, "Leave user and password out"),
        ({"name": "one/two"}, "Name it HOST/OWNER/NAME"),
        ({"ref": "a..b"}, "no name of a branch"),
        ({"schedule": "never"}, "Select a valid choice"),
        ({"url": "\0"}, "Null characters"),
    ],
)
def test_what_is_wrong_is_said_beside_its_field(client, admin, change, said):
    page = client.post("/repos/-/new", GIT | change)
    assert page.status_code == 422
    assert said in text_of(page)
    assert not Repository.objects.exists()


def test_a_zip_is_added_and_later_replaced(client, admin, settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    sent = {"file": zip_of("a.md"), "name": "local/team/docs", "visibility": "private"}
    assert client.post("/repos/-/upload", sent).url == "/repos/local/team/docs/docs"
    page = client.post("/repos/local/team/docs/-/archive", {"file": zip_of("b.md")}, follow=True)
    assert "The zip is kept; a sync takes it in." in text_of(page)
    odd = {**sent, "file": SimpleUploadedFile("a.zip", b"no zip"), "name": "local/team/odd"}
    assert client.post("/repos/-/upload", odd).status_code == 422
    assert Repository.objects.count() == 1


def zip_of(*names):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        for name in names:
            archive.writestr(name, "# Page\n")
    return SimpleUploadedFile("docs.zip", data.getvalue())


@pytest.mark.parametrize("url", ["/repos", "/"])
def test_lists_take_as_many_queries_for_three_as_for_one(client, writer, url):
    make_repository(owner=writer)

    def count():
        with CaptureQueriesContext(connection) as queries:
            client.get(url)
        return len(queries)

    before = count()
    for owner in User.objects.bulk_create([User(username="b"), User(username="c")]):
        make_repository(owner=owner, visibility="public")
    assert count() == before
