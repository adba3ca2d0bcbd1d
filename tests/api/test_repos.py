import hashlib
import hmac
import io
import json
import zipfile
from dataclasses import replace
from urllib.parse import quote

import pytest

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.jobs.models import Job
from apps.jobs.runner import run_job
from apps.repos.adding import add_local_repository
from apps.repos.models import Repository, WebhookDelivery
from tests.api.clients import error_of, fields_of, reading_client, token_client
from tests.factories import AdminFactory
from tests.repos.worktrees import WorkTree

pytestmark = pytest.mark.django_db
ROOT = "/api/repos"
GUIDE = """# Guide

Intro words. And more.

## Setup

First do this.

### Deep

Deeper words.

## Setup

Second of the name.
"""
FILES = {
    "README.md": "# Handbook\n\nAll about widgets.\n",
    "docs/guides/setup.md": GUIDE,
    "docs/api/index.md": "# API\n",
    "src/main.py": "".join(f"line {number}\n" for number in range(1, 1501)),
    ".env": "TOKEN=hunter2\n",
}


@pytest.fixture(autouse=True)
def _own_data_folder(settings, tmp_path):
    settings.PRESSMARK = replace(settings.PRESSMARK, data_dir=tmp_path / "data")
    settings.MEDIA_ROOT = tmp_path / "files"


@pytest.fixture
def admin():
    return token_client(AdminFactory())


@pytest.fixture
def tree(tmp_path):
    return WorkTree(tmp_path / "tree", FILES)


@pytest.fixture
def repository(owner, tree):
    row = add_local_repository(
        user=operator(), path=tree.path, name="local/team/handbook", owner=owner
    )
    sync_repository(user=operator(), repository_id=row.pk)
    return row


@pytest.fixture
def ask(client, repository):
    def get(path, **query):
        response = client.get(f"{ROOT}/local/team/handbook{path}", query)
        assert response.status_code == 200, response.content
        return response.json()

    return get


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


def test_documents_are_listed_and_read(ask):
    listed = ask("/documents", search="SETUP")
    [item] = listed["items"]
    assert (item["path"], item["slug"], item["kind"], item["bucket"], item["chunk_count"]) == (
        "docs/guides/setup.md", "guides-setup", "repo_doc", "docs", 4,
    )  # fmt: skip
    whole = ask(f"/documents/{item['id']}")
    assert whole["content"] == GUIDE
    assert [section["id"].partition("::")[2] for section in whole["sections"]] == [
        "guide#1", "guide/setup#2", "guide/setup/deep#3", "guide/setup-2#2",
    ]  # fmt: skip
    assert [chunk["section_id"] for chunk in whole["chunks"]] == [
        section["id"] for section in whole["sections"]
    ]
    assert whole["mark"] == "repo:local/team/handbook/docs/guides/setup.md"


def test_the_reader_tree_round_trips(ask):
    tree = ask("/docs")
    assert tree["total"] == 4
    assert [(node["title"], node["file_path"]) for node in tree["items"]] == [
        ("Handbook", "README.md"),
        ("Docs", None),
        ("Config: .env", ".env"),
    ]
    docs = tree["items"][1]
    assert [(node["title"], node["slug"], node["doc_type"]) for node in docs["children"]] == [
        ("Api", "_dir-docs/api", "api"),
        ("Guides", "_dir-docs/guides", "guide"),
    ]
    page = docs["children"][1]["children"][0]
    read = ask(f"/docs/{page['slug']}")
    assert (read["id"], read["content"], read["related_nodes"]) == (page["id"], GUIDE, [])


def test_contents_flat_and_nested(ask):
    flat = ask("/toc", per_page=2, page=2)
    assert (flat["total"], len(flat["items"])) == (7, 2)
    one = ask("/toc", file="docs/guides/setup.md")["items"]
    assert [(entry["level"], entry["title"], entry["summary"]) for entry in one] == [
        (1, "Guide", "Intro words."),
        (2, "Setup", "First do this."),
        (3, "Deep", "Deeper words."),
        (2, "Setup", "Second of the name."),
    ]
    [nested] = ask("/toc", file="docs/guides/setup.md", tree="true")["items"]
    assert [entry["title"] for entry in nested["sections"][0]["children"]] == ["Setup", "Setup"]
    assert ask("/outline", file="docs/guides/setup.md")["sections"] == nested["sections"]


def section(ask, section_id, **query):
    return ask(f"/sections/{quote(section_id)}", **query)


def test_a_section_is_read_verbatim_with_its_context(ask):
    read = section(ask, "docs/guides/setup.md::guide/setup#2", context="true")
    assert read["content"] == "## Setup\n\nFirst do this."
    assert (read["start_line"], read["end_line"], read["redirected_from"]) == (5, 7, "")
    assert [entry["title"] for entry in read["ancestors"]] == ["Guide"]
    assert [(entry["title"], entry["summary"]) for entry in read["children"]] == [
        ("Deep", "Deeper words.")
    ]
    assert GUIDE.encode()[read["start_byte"] : read["end_byte"]].decode() == read["content"]
    whole = section(ask, "docs/guides/setup.md::guide/setup#2", descendants="true")
    assert whole["content"].endswith("### Deep\n\nDeeper words.")
    assert whole["tokens"] < whole["file_tokens"]
    assert "children" not in whole


def test_old_ids_lead_to_what_stands_there_now(ask, repository, tree, client):
    text = GUIDE.replace("## Setup\n\nFirst", "## Install\n\nFirst")
    tree.remove("docs/guides/setup.md")
    tree.write({"docs/guides/begin.md": text.replace("Guide", "Guide")})
    tree.commit()
    sync_repository(user=operator(), repository_id=repository.pk)
    old = "docs/guides/setup.md::guide/setup#2"
    read = section(ask, old)
    assert (read["id"], read["redirected_from"]) == (
        "docs/guides/begin.md::guide/install#2",
        old,
    )
    assert read["content"].startswith("## Install\n\nFirst")
    twin = section(ask, "docs/guides/setup.md::guide/setup-2#2")
    assert twin["content"] == "## Setup\n\nSecond of the name."
    assert ask("/docs/guides-setup")["redirected_from"] == "docs/guides/setup.md"
    assert ask("/outline", file="docs/guides/setup.md")["file"] == "docs/guides/begin.md"
    tree.write({"docs/guides/begin.md": "# Guide\n\nIntro words. And more.\n"})
    tree.remove("docs/api/index.md")
    tree.commit()
    sync_repository(user=operator(), repository_id=repository.pk)
    path = f"{ROOT}/local/team/handbook"
    gone = client.get(f"{path}/sections/{quote('docs/guides/begin.md::guide/install#2')}")
    assert error_of(gone, 404, "NOT_FOUND")["message"].startswith("This section was removed.")
    missing = client.get(f"{path}/sections/{quote('docs/guides/begin.md::guid#1')}")
    assert "guide#1" in error_of(missing, 404, "NOT_FOUND")["message"]
    removed = client.get(f"{path}/outline", {"file": "docs/api/index.md"})
    assert "was removed" in error_of(removed, 404, "NOT_FOUND")["message"]


def test_lines_of_any_file_are_read_exactly(ask, client, repository):
    read = ask("/files/src/main.py", start=2, end=3)
    assert (read["content"], read["total_lines"], read["content_truncated"]) == (
        "line 2\nline 3\n", 1500, False,
    )  # fmt: skip
    whole = ask("/files/src/main.py")
    assert (whole["end_line"], whole["content_truncated"]) == (1000, True)
    assert ask("/files/src/main.py", start=1400, end=2000)["end_line"] == 1500
    assert ask("/files/.env")["content"] == "TOKEN=••••\n"
    path = f"{ROOT}/local/team/handbook/files"
    assert fields_of(client.get(f"{path}/src/main.py?end=1001")) == ["end"]
    assert fields_of(client.get(f"{path}/src/main.py?start=9&end=8")) == ["start"]
    assert fields_of(client.get(f"{path}/src/main.py?start=1501")) == ["start"]
    for name in ("nope.py", "../../../etc/passwd", "src", "%00", "%ff", "a" * 3000, ".git/config"):
        error_of(client.get(f"{path}/{name}"), 404, "NOT_FOUND")


def test_what_was_never_synced_is_not_ready(client, owner, tree):
    add_local_repository(user=operator(), path=tree.path, name="local/team/new", owner=owner)
    for path in (
        "documents",
        "docs",
        "docs/x",
        "toc",
        "outline?file=x",
        "files/x",
        "sections/a::b",
    ):
        error_of(client.get(f"{ROOT}/local/team/new/{path}"), 409, "NOT_READY")


def test_search_finds_repository_documents(client, repository):
    answer = client.post("/api/retrieve", {"query": "second of the name"}).json()
    assert answer["results"][0]["mark"].startswith("repo:local/team/handbook/docs/guides/setup.md")
    hits = client.post(
        "/api/retrieve", {"query": "widgets", "sources": ["repo:local/team/handbook/README.md"]}
    ).json()["results"]
    assert [hit["provenance"]["kind"] for hit in hits] == ["repository"]


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


def send(client, repository, body, **headers):
    return client.post(
        f"/api/webhooks/{repository.pk}",
        body,
        content_type="application/json",
        headers={"X-GitHub-Event": "push", **headers},
    )


def test_a_signed_push_queues_one_sync(client, visitor, repository):
    client.patch(f"{ROOT}/local/team/handbook", {"webhook_secret": "s3cret"})
    body = json.dumps({"after": "abc"})
    digest = hmac.new(b"s3cret", body.encode(), hashlib.sha256).hexdigest()
    signed = {"X-Hub-Signature-256": f"sha256={digest}"}
    assert send(visitor, repository, body, **signed).json() == {"state": "queued"}
    assert send(visitor, repository, body, **signed).json() == {"state": "known"}
    ping = send(visitor, repository, body, **signed, **{"X-GitHub-Event": "ping"})
    assert ping.json() == {"state": "ignored"}
    lab = {"X-GitHub-Event": "", "X-Gitlab-Event": "Push Hook", "X-Gitlab-Token": "s3cret"}
    assert send(visitor, repository, '{"after": "def"}', **lab).json() == {"state": "queued"}
    assert Job.objects.filter(kind="sync").count() == 1
    assert WebhookDelivery.objects.count() == 2


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"X-Hub-Signature-256": "sha256=" + "0" * 64},
        {"X-Hub-Signature-256": "é"},
        {"X-Gitlab-Token": ""},
        {"X-Gitlab-Token": "wrong"},
    ],
)
def test_an_unsigned_message_meets_nothing(visitor, repository, client, headers):
    error_of(send(visitor, repository, "{}", **headers), 404, "NOT_FOUND")
    client.patch(f"{ROOT}/local/team/handbook", {"webhook_secret": "s3cret"})
    error_of(send(visitor, repository, "{}", **headers), 404, "NOT_FOUND")
    assert not Job.objects.filter(kind="sync").exists()
