from urllib.parse import quote

import pytest

from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.api.clients import error_of, fields_of
from tests.api.repos.handbook import GUIDE, ROOT

pytestmark = pytest.mark.django_db


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


def test_search_finds_sections_whose_marks_can_be_read(client, repository):
    answer = client.post("/api/retrieve", {"query": "second of the name"}).json()
    hit = answer["results"][0]
    page = "repo:local/team/handbook/docs/guides/setup.md"
    assert (hit["mark"], hit["section_anchor"]) == (f"{page}::guide/setup-2#2", "setup-1")
    read = client.get("/api/read", {"mark": hit["mark"]}).json()
    assert (read["kind"], read["content"]) == ("section", "## Setup\n\nSecond of the name.")
    assert client.get("/api/read", {"mark": page}).json()["content"] == GUIDE
    whole = client.get("/api/read", {"mark": "repo:local/team/handbook"}).json()
    assert [one["title"] for one in whole["details"]["documents"]] == [
        "Config: .env", "Handbook", "API", "Guide",
    ]  # fmt: skip
    hits = client.post(
        "/api/retrieve", {"query": "widgets", "sources": ["repo:local/team/handbook/README.md"]}
    ).json()["results"]
    assert [hit["provenance"]["kind"] for hit in hits] == ["repository"]
