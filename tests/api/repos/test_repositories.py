import io
import zipfile

import pytest

from apps.jobs.models import Job
from apps.jobs.runner import run_job
from apps.repos.models import Repository
from tests.api.clients import error_of, fields_of, reading_client
from tests.api.repos.handbook import ROOT

pytestmark = pytest.mark.django_db


def test_an_admin_adds_a_repository_by_its_address(admin):
    body = {"url": "https://git.example.org/team/tool.git", "schedule": "daily", "ref": "main"}
    response = admin.post(ROOT, {**body, "credential": "tok", "exclude_globs": ["old/"]})
    assert response.status_code == 201, response.content
    added = response.json()
    assert {name: added[name] for name in ("mark", "slug", "url", "ref", "schedule")} == {
        "mark": "repo:git.example.org/team/tool",
        "slug": "git.example.org/team/tool",
        **{name: body[name] for name in ("url", "ref", "schedule")},
    }
    assert (added["is_ready"], added["has_credential"], added["visibility"]) == (
        False, True, "private",
    )  # fmt: skip
    assert "tok" not in response.content.decode().replace("token", "")
    assert admin.get(f"{ROOT}/git.example.org/team/tool").json() == added
    assert admin.get(f"{ROOT}?search=TEAM/tool").json()["items"] == [added]
    again = admin.post(ROOT, {"url": body["url"]})
    assert fields_of(again, 409, "DUPLICATE_NAME") == ["name"]


def test_only_admins_add_repositories(client):
    error_of(client.post(ROOT, {"url": "https://git.example.org/a/b"}), 403, "FORBIDDEN")


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ({"url": "file:///etc"}, ["url"]),
        ({"url": "http://git.example.org/a/b"}, ["url"]),
        ({"url": "https://git.example.org/a/b", "name": "x"}, ["name"]),
        ({"url": "https://git.example.org/a/b", "ref": "--upload-pack=x"}, ["ref"]),
        ({"url": "https://git.example.org/a/b", "ref": "a..b"}, ["ref"]),
        ({"url": "https://git.example.org/a/b", "include_globs": [""]}, ["include_globs.0"]),
        ({"url": "https://git.example.org/a/b", "exclude_globs": ["{a,b}" * 9]}, ["exclude_globs"]),
        ({"url": "https://git.example.org/a/b", "excluded_buckets": ["x"]}, ["excluded_buckets.0"]),
        ({"url": "https://git.example.org/a/b", "max_file_bytes": 10**9}, ["max_file_bytes"]),
        ({"url": "https://git.example.org/a/b", "schedule": "often"}, ["schedule"]),
        ({"url": "https://git.example.org/a/b", "credential": "a\x7fb"}, ["credential"]),
        ({}, ["url"]),
    ],
)
def test_bad_values_name_their_field(admin, body, fields):
    assert fields_of(admin.post(ROOT, body)) == fields
    assert not Repository.objects.exists()


def test_settings_change_and_secrets_need_the_owner(client, repository, owner):
    path = f"{ROOT}/local/team/handbook"
    answer = client.patch(path, {"description": "All  of it", "exclude_globs": ["x/", "x/"]})
    assert (answer.json()["description"], answer.json()["exclude_globs"]) == ("All of it", ["x/"])
    assert client.patch(path, {"webhook_secret": "s"}).json()["has_webhook_secret"]
    assert client.patch(path, {"visibility": "public"}).json()["visibility"] == "public"
    error_of(client.patch(path, {"visibility": "admin_only"}), 403, "FORBIDDEN")
    error_of(reading_client(owner).patch(path, {"ref": "x"}), 403, "INSUFFICIENT_SCOPE")
    assert answer.json()["url"] == ""


def test_a_sync_is_a_job_and_leaves_a_run(client, repository, tree, ask):
    tree.write({"README.md": "# Changed\n"})
    tree.commit()
    response = client.post(f"{ROOT}/LOCAL/Team/handbook/sync")
    assert (response.status_code, response.json()["kind"]) == (202, "sync")
    run_job(response.json()["id"])
    job = client.get(f"/api/jobs/{response.json()['id']}").json()
    assert (job["status"], job["result"]["replaced_files"]) == ("success", 1)
    run, first = ask("/runs")["items"]
    assert (run["status"], run["indexed_documents"], run["unchanged_documents"]) == (
        "success",
        1,
        3,
    )
    assert (first["discovered_files"], first["skipped"]) == (4, [])
    assert [one["kind"] for one in ask("/jobs", kind="sync")["items"]] == ["sync"]


def test_deleting_hides_at_once_and_removes_by_a_job(client, repository, admin, settings):
    path = f"{ROOT}/local/team/handbook"
    assert client.delete(path).status_code == 204
    for who in (client, admin):
        error_of(who.get(path), 404, "NOT_FOUND")
        error_of(who.get(f"{path}/docs"), 404, "NOT_FOUND")
    assert client.post("/api/retrieve", {"query": "widgets"}).json()["results"] == []
    job = Job.objects.get(kind="purge")
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.result) == ("success", {"documents": 4})
    assert not Repository.objects.exists()
    assert list((settings.PRESSMARK.data_dir / "mirrors").iterdir()) == []


def zip_of(files):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    packed.seek(0)
    packed.name = "handbook.zip"
    return packed


def test_a_zip_is_uploaded_and_replaced(admin):
    def upload(files):
        sent = {"file": zip_of(files), "name": "up.example/team/book"}
        response = admin.post(f"{ROOT}/upload", sent, format="multipart")
        assert response.status_code == 202, response.content
        assert response.json()["repository"] == "repo:up.example/team/book"
        run_job(response.json()["id"])
        return admin.get(f"{ROOT}/up.example/team/book/runs").json()["items"][0]

    run = upload({"book/a.md": "# A\n", "book/b.md": "# B\n", "book/../x.md": "no"})
    assert (run["indexed_documents"], [one["path"] for one in run["skipped"]]) == (
        2, ["book/../x.md"],
    )  # fmt: skip
    run = upload({"book/a.md": "# A\n", "book/c.md": "# C\n"})
    assert (run["indexed_documents"], run["unchanged_documents"], run["deleted_documents"]) == (
        1, 1, 1,
    )  # fmt: skip
    assert not Repository.objects.get().archive
    bad = admin.post(f"{ROOT}/upload", {"file": io.BytesIO(b"no zip")}, format="multipart")
    assert fields_of(bad) == ["file"]
