"""Symbols, references, drift and the search for symbols over REST."""

from dataclasses import replace

import pytest

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.api.repos.handbook import ROOT
from tests.repos.worktrees import WorkTree

HERE = f"{ROOT}/local/team/pools"
FILES = {
    "src/db/pool.py": (
        'class Pool:\n    """Keeps connections."""\n\n    def take_one(self, wait): ...\n\n\n'
        "def open_pool(size): ...\n"
    ),
    "docs/guide.md": "# Opening\n\nCall `open_pool()` first. `Pool.take_one` waits.\n",
    "docs/all.md": "# All\n\n`open_pool()`, `Pool`, `Pool.take_one`.\n",
}


def renew(repository):
    sync_repository(user=operator(), repository_id=repository.pk)
    relink_repository(user=operator(), repository_id=repository.pk)


@pytest.fixture
def pools_tree(tmp_path):
    return WorkTree(tmp_path / "pools", FILES)


@pytest.fixture
def pools(owner, pools_tree, settings):
    embedding = replace(settings.PRESSMARK.embedding, provider="none")
    settings.PRESSMARK = replace(settings.PRESSMARK, embedding=embedding)
    row = add_local_repository(
        user=operator(), path=pools_tree.path, name="local/team/pools", owner=owner
    )
    renew(row)
    return row


def get(client, path, **query):
    response = client.get(HERE + path, query)
    assert response.status_code == 200, response.content
    return response.json()


def test_symbols_are_listed_by_file_and_found_by_name(client, pools):
    everything = get(client, "/symbols")
    assert [one["qualified_name"] for one in everything["items"]] == [
        "db.pool.Pool",
        "db.pool.Pool.take_one",
        "db.pool.open_pool",
    ]
    (found,) = get(client, "/symbols", query="open pool")["items"][:1]
    assert found["mark"] == "symbol:local/team/pools/db.pool.open_pool"
    assert found["signature"] == "def open_pool(size)"
    assert [chunk["file"] for chunk in found["related_chunks"]] == ["docs/guide.md", "docs/all.md"]


@pytest.mark.parametrize(
    ("limits", "files"),
    [
        ({"context_limit": 1}, ["docs/guide.md"]),
        ({"context_limit": 0}, []),
        ({"context_threshold": 1.0}, []),
    ],
)
def test_how_much_is_told_about_a_symbol_is_set(client, pools, settings, limits, files):
    options = replace(settings.PRESSMARK.documents, **limits)
    settings.PRESSMARK = replace(settings.PRESSMARK, documents=options)
    found = get(client, "/symbols", query="open_pool")["items"][0]["related_chunks"]
    assert [one["file"] for one in found] == files
    assert [one["summary"] for one in found] == ["Call open_pool() first."] * len(files)


@pytest.mark.parametrize(
    "query",
    ["open_pool", "open_pool()", "open_poll", "OPEN_POOL", "db.pool.open_pool", "pool.open_pool"],
)
def test_names_are_found_however_they_are_typed(client, pools, query):
    assert get(client, "/symbols", query=query)["items"][0]["name"] == "open_pool"


@pytest.mark.parametrize("query", ["%", "'", "\\", "()", "....", "a" * 1000, "日本語", "%s", "{x}"])
def test_odd_queries_find_nothing_and_break_nothing(client, pools, query):
    assert get(client, "/symbols", query=query)["items"] == []


def test_references_lead_both_ways(client, pools):
    refs = get(client, "/refs", section_id="docs/guide.md::opening#1")
    assert [(one["symbol"]["qualified_name"], one["name"]) for one in refs["symbols"]] == [
        ("db.pool.open_pool", "open_pool()"),
        ("db.pool.Pool.take_one", "Pool.take_one"),
    ]
    back = get(client, "/refs", symbol="db.pool.open_pool")
    assert [one["section_id"] for one in back["sections"]] == [
        "docs/guide.md::opening#1",
        "docs/all.md::all#1",
    ]


def test_references_need_one_place_to_start_from(client, pools):
    assert client.get(f"{HERE}/refs").status_code == 400
    assert client.get(f"{HERE}/refs?section_id=a&symbol=b").status_code == 400
    assert client.get(f"{HERE}/refs?symbol=nobody").status_code == 404
    assert client.get(f"{HERE}/refs?section_id=docs/guide.md::no%231").status_code == 404


def test_the_drift_report_names_what_is_gone(client, pools, pools_tree):
    assert get(client, "/drift")["total"] == 0
    source = FILES["src/db/pool.py"].replace("open_pool", "make_pool")
    pools_tree.write({"src/db/pool.py": source})
    pools_tree.commit()
    renew(pools)
    found = [(one["file"], one["line"], one["was"]) for one in get(client, "/drift")["items"]]
    assert found == [
        ("docs/all.md", 3, "db.pool.open_pool"),
        ("docs/guide.md", 3, "db.pool.open_pool"),
    ]


def retrieve(client, **body):
    response = client.post("/api/retrieve", body, format="json")
    assert response.status_code == 200, response.content
    return response.json()


def test_a_search_for_symbols_brings_their_documentation(client, pools):
    answer = retrieve(client, query="open_pool", mode="symbols")
    first = answer["results"][0]
    assert first["mark"] == "symbol:local/team/pools/db.pool.open_pool"
    assert first["snippet"] == "def open_pool(size)"
    assert [one["section_id"] for one in first["related_chunks"]] == [
        "docs/guide.md::opening#1",
        "docs/all.md::all#1",
    ]
    read = client.get("/api/read", {"mark": first["mark"]}).json()
    assert (read["kind"], read["content"]) == ("symbol", "def open_pool(size): ...\n")


def test_a_mixed_search_brings_both_and_the_exact_name_first(client, pools):
    kinds = [
        one["provenance"]["kind"]
        for one in retrieve(client, query="open_pool", mode="mixed")["results"]
    ]
    assert kinds == ["symbol", "repository", "repository"]
    assert {
        one["provenance"]["kind"] for one in retrieve(client, query="open_pool")["results"]
    } == {"repository"}


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("SharedPool.take_one", "db.pool.Pool.take_one"),
        ("pool.take_one", "db.pool.Pool.take_one"),
        ("db.open_pool", "db.pool.open_pool"),
        ("guide.md", None),
    ],
)
def test_a_name_that_is_inherited_or_exported_elsewhere_is_found_by_its_last_part(
    client, pools, query, first
):
    results = retrieve(client, query=query, mode="symbols")["results"]
    strong = [one for one in results if one["streams"]["symbols"]["score"] >= 0.7]
    assert [one["title"] for one in strong[:1]] == [first] * (first is not None)


def test_the_signature_of_a_symbol_keeps_to_the_length_of_snippets(client, pools, pools_tree):
    arguments = ", ".join(f"argument_{number}" for number in range(40))
    pools_tree.write({"src/db/wide.py": f"def wide_one({arguments}): ...\n"})
    pools_tree.commit("wide")
    renew(pools)
    (wide,) = retrieve(client, query="wide_one", mode="symbols", snippet_chars=80)["results"][:1]
    assert wide["snippet"].startswith("def wide_one(argument_0")
    assert (len(wide["snippet"]) <= 80, wide["content_truncated"]) == (True, True)


def test_a_symbol_is_no_place_to_search_in(client, pools):
    body = {"query": "pool", "sources": ["symbol:local/team/pools/db.pool.open_pool"]}
    response = client.post("/api/retrieve", body, format="json")
    assert response.status_code == 400
    assert [one["field"] for one in response.json()["error"]["field_errors"]] == ["sources"]


def test_symbols_keep_to_the_scope(client, pools):
    here, elsewhere = "repo:local/team/pools", "repo:local/team/pools/docs/guide.md"
    assert len(retrieve(client, query="Pool", mode="symbols", sources=[here])["results"]) == 3
    assert retrieve(client, query="Pool", mode="symbols", sources=[elsewhere])["results"] == []


@pytest.mark.parametrize(
    "asked",
    [
        {"since": "2020-01-01T00:00:00Z"},
        {"kinds": ["repo_doc"]},
        {"formats": ["markdown"]},
        {"heading": "Opening"},
    ],
)
def test_a_filter_that_only_documents_can_answer_finds_no_symbols_and_says_so(client, pools, asked):
    for mode, kinds in (("symbols", set()), ("mixed", {"repository"})):
        answer = retrieve(client, query="open_pool", mode=mode, **asked)
        assert {one["provenance"]["kind"] for one in answer["results"]} == kinds
        told = [one["message"] for one in answer["degraded"] if one["code"] == "NOT_FILTERABLE"]
        assert len(told) == 1
        assert all(name in told[0] for name in asked)
