"""Settings, syncs and reports of a repository."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.access.querysets import Visibility
from apps.documents.models import MentionDrift, RepoDocument
from apps.jobs.models import Job
from apps.repos.models import Repository, RunStatus, SyncRun
from tests.cast import READ, grant, make_repository
from tests.factories import UserFactory
from tests.reader.pages import main_of, text_of
from tests.reader.repos_on_shelf import DOCS, SLUG

pytestmark = pytest.mark.django_db
ROOT = "/repos/git.example.org/team/tool"
SETTINGS = {
    "description": "What it is for",
    "ref": "",
    "schedule": "manual",
    "include_globs": "docs/**\r\n\r\n*.md",
    "exclude_globs": "",
    "excluded_buckets": ["skills"],
    "max_file_bytes": "2000",
}


@pytest.fixture
def tool(writer):
    return make_repository("tool", owner=writer, url="https://git.example.org/team/tool")


def test_settings_are_shown_and_changed(client, tool):
    page = client.post(f"{ROOT}/-/settings", SETTINGS, follow=True)
    assert "The settings are saved." in text_of(page)
    tool.refresh_from_db()
    assert (tool.include_globs, tool.excluded_buckets, tool.max_file_bytes, tool.next_sync_at) == (
        ["docs/**", "*.md"], ["skills"], 2000, None,
    )  # fmt: skip
    assert "docs/**\n*.md" in main_of(page)
    assert f"/api/webhooks/{tool.pk}" in text_of(page)
    assert not tool.logs_questions
    client.post(f"{ROOT}/-/settings", {**SETTINGS, "logs_questions": "on"})
    tool.refresh_from_db()
    assert tool.logs_questions


def test_saving_without_a_change_of_schedule_begins_no_new_interval(client, tool):
    client.post(f"{ROOT}/-/settings", {**SETTINGS, "schedule": "daily"})
    due = Repository.objects.get().next_sync_at
    client.post(f"{ROOT}/-/settings", {**SETTINGS, "schedule": "daily", "description": "x"})
    assert Repository.objects.get().next_sync_at == due


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"include_globs": "a" * 600}, "1 to 500 printable"),
        ({"max_file_bytes": "9" * 30}, "less than or equal to"),
        ({"max_file_bytes": "x"}, "whole number"),
        ({"excluded_buckets": ["nothing"]}, "Select a valid choice"),
        ({"ref": "--upload-pack=x"}, "no name of a branch"),
    ],
)
def test_bad_settings_change_nothing_and_say_why(client, tool, change, said):
    page = client.post(f"{ROOT}/-/settings", SETTINGS | change)
    assert page.status_code == 422
    assert said in text_of(page)
    assert Repository.objects.get().description == ""


def test_secrets_go_in_and_never_come_out(client, tool):
    page = client.post(f"{ROOT}/-/secrets", {"webhook_secret": "s3cret-word"}, follow=True)
    assert "A secret is set" in text_of(page)
    assert "s3cret-word" not in page.content.decode()
    assert Repository.objects.get().webhook_secret
    client.post(f"{ROOT}/-/secrets", {"remove_webhook_secret": "on"})
    assert Repository.objects.get().webhook_secret == ""


def test_a_sync_is_asked_for_and_watched(client, tool):
    page = client.post(f"{ROOT}/-/sync", follow=True)
    assert page.redirect_chain == [(f"{ROOT}/-/runs", 302)]
    assert "The sync is queued." in text_of(page)
    assert "Sync a repository" in text_of(page)
    assert "This repository has not been synced" not in text_of(page)
    assert [job.kind for job in Job.objects.all()] == ["sync"]


def test_a_run_tells_what_it_did_and_what_it_left_out(client, tool):
    run = SyncRun.objects.create(
        repository=tool,
        status=RunStatus.SUCCESS,
        skipped=[{"path": "a.md", "reason": "It is too large."}],
        skipped_files=7,
        indexed_documents=12,
    )
    words = text_of(client.get(f"{ROOT}/-/runs/{run.pk}"))
    assert "Read in this sync 12 documents" in words
    assert "the first 1 of 7" in words
    assert "a.md It is too large." in words
    other = SyncRun.objects.create(repository=make_repository(owner=tool.owner))
    assert client.get(f"{ROOT}/-/runs/{other.pk}").status_code == 404


def test_a_failed_first_sync_says_why(client, tool):
    SyncRun.objects.create(repository=tool, status=RunStatus.ERROR, error_message="No such host.")
    words = text_of(client.get(f"{ROOT}/docs"))
    assert "The sync failed No such host." in words


def test_a_synced_repository_without_documents_says_so(client, tool):
    Repository.objects.update(synced_at="2026-01-01T00:00Z")
    SyncRun.objects.create(repository=tool, status=RunStatus.SUCCESS, skipped_files=3)
    assert "No documents were found" in text_of(client.get(f"{ROOT}/docs"))


def test_broken_links_are_listed_by_page_and_line(client, library):
    words = text_of(client.get(f"/repos/{SLUG}/-/links"))
    assert "README.md 3 docs/no.md gone" in words
    assert "1 broken link" in words


def test_drift_is_told_on_its_page_and_beside_the_text(client, library):
    document = RepoDocument.objects.get(path="README.md")
    MentionDrift.objects.create(
        document=document,
        name="start_engine",
        line=5,
        qualified_name="src.app.start_engine",
        kind="function",
        symbol_path="src/app.py",
    )
    page = client.get(f"{DOCS}/readme")
    assert "1 name on this page means no code any more." in text_of(page)
    assert '<code class="stale" title="This used to mean src.app.start_engine">' in main_of(page)
    assert "5 start_engine src.app.start_engine" in text_of(client.get(f"/repos/{SLUG}/-/drift"))


@pytest.mark.parametrize("name", ["settings", "links", "drift", "sync", "delete", "visibility"])
def test_readers_are_refused_what_is_for_writers(client, tool, name):
    reader = UserFactory()
    grant(tool, reader, READ)
    client.force_login(reader)
    assert client.get(f"{ROOT}/docs").status_code == 200
    assert client.get(f"{ROOT}/-/{name}").status_code == 403


def test_making_it_public_is_asked_twice(client, tool):
    page = client.post(f"{ROOT}/-/visibility", {"visibility": "public"})
    assert "Make it public?" in text_of(page)
    assert Repository.objects.get().visibility == Visibility.PRIVATE
    client.post(f"{ROOT}/-/visibility", {"visibility": "public", "confirmed": "on"})
    assert Repository.objects.get().visibility == Visibility.PUBLIC


def test_a_repository_is_deleted_once_its_name_is_typed(client, tool):
    page = client.post(f"{ROOT}/-/delete", {"name": "tool"})
    assert "This is not the repository's name. Nothing was deleted." in text_of(page)
    done = client.post(f"{ROOT}/-/delete", {"name": "git.example.org/team/tool"}, follow=True)
    assert "is deleted" in text_of(done)
    assert client.get(f"{ROOT}/docs").status_code == 404


def test_the_list_of_syncs_takes_as_many_queries_for_three_as_for_one(client, tool):
    SyncRun.objects.create(repository=tool)

    def count():
        with CaptureQueriesContext(connection) as queries:
            client.get(f"{ROOT}/-/runs")
        return len(queries)

    before = count()
    SyncRun.objects.bulk_create([SyncRun(repository=tool), SyncRun(repository=tool)])
    assert count() == before
