import json

import pytest

from apps.access.principals import operator
from apps.repos.adding import add_local_repository
from apps.text.tokens import count_tokens
from tests.mcp.conftest import SENTINEL, agent_for, text_of
from tests.mcp.handbook import CODE, FILES, MARK, NAME, README, SETUP, add_handbook, answer
from tests.repos.data_folder import own_data_folder  # noqa: F401
from tests.repos.worktrees import WorkTree

pytestmark = pytest.mark.django_db
INSTALL = "docs/setup.md::setup/install#2"


@pytest.fixture
def agent(ann, tmp_path):
    add_handbook(tmp_path, ann)
    return agent_for(ann)


def pages(agent, tool, key, **arguments):
    """The entries of all pages of an answer."""
    found, cursor = [], {}
    while True:
        page = answer(agent, tool, **arguments, **cursor)
        found += page[key]
        if not page["truncated"]:
            return found
        cursor = {"cursor": page["next_cursor"]}


def test_repositories_are_listed_with_their_state(agent, ann, tmp_path):
    bare = WorkTree(tmp_path / "bare", {"a.md": "# A\n"})
    add_local_repository(user=operator(), path=bare.path, name="local/team/new", owner=ann)
    found = answer(agent, "repositories")
    facts = ("name", "mark", "is_ready", "document_count", "visibility")
    assert [tuple(one[name] for name in facts) for one in found["items"]] == [
        (NAME, MARK, True, 3, "private"),
        ("local/team/new", "repo:local/team/new", False, 0, "private"),
    ]
    assert [one["name"] for one in answer(agent, "repositories", search="HANDB")["items"]] == [NAME]
    assert pages(agent, "repositories", "items", limit=1) == found["items"]
    for tool, arguments in (
        ("retrieve", {"query": "x"}),
        ("docs_toc", {}),
        ("docs_search", {"query": "x"}),
        ("search_symbols", {"query": "x"}),
        ("repository_readme", {}),
        ("read_file_range", {"path": "a.md"}),
        ("docs_section", {"id": "a.md::a#1"}),
    ):
        error = agent.error(tool, repository="local/team/new", **arguments)
        assert (tool, error["code"]) == (tool, "NOT_READY")
    assert agent.error("outline", mark="repo:local/team/new")["code"] == "NOT_READY"


def test_the_readme_is_read_word_for_word(agent):
    for name in (NAME, MARK, "LOCAL/Team/Handbook"):
        found = answer(agent, "repository_readme", repository=name)
        assert (found["content"], found["mark"]) == (README, f"{MARK}/README.md")


def test_the_table_of_contents_is_flat_or_nested(agent):
    flat = answer(agent, "docs_toc", repository=NAME, file="docs/setup.md")
    assert [(one["id"], one["title"], one["level"]) for one in flat["items"]] == [
        ("docs/setup.md::setup#1", "Setup", 1),
        (INSTALL, "Install", 2),
        ("docs/setup.md::setup/install/deep#3", "Deep", 3),
        ("docs/setup.md::setup/upgrade#2", "Upgrade", 2),
    ]
    assert flat["items"][0]["summary"] == "Intro words."
    (tree,) = answer(agent, "docs_toc", repository=NAME, file="docs/setup.md", tree=True)["items"]
    (top,) = tree["sections"]
    install, upgrade = top["children"]
    assert (tree["file"], install["children"][0]["title"], "children" in upgrade) == (
        *("docs/setup.md", "Deep"),
        False,
    )
    every = answer(agent, "docs_toc", repository=NAME)
    assert every["total"] == 5
    assert pages(agent, "docs_toc", "items", repository=NAME, max_tokens=500) == every["items"]
    assert agent.error("docs_toc", repository=NAME, file="docs/none.md")["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    "place",
    [
        {"id": f"{MARK}/{INSTALL}"},
        {"id": INSTALL},
        {"id": INSTALL, "repository": NAME},
        {"id": INSTALL, "repository": MARK},
    ],
)
def test_a_section_is_read_by_mark_or_id(agent, place):
    found = answer(agent, "docs_section", **place)
    assert found["content"] == "## Install\n\nCall `make_widget()` to begin."
    assert (found["id"], found["mark"]) == (INSTALL, f"{MARK}/{INSTALL}")
    assert (found["tokens"], found["file_tokens"]) == (
        count_tokens(found["content"]),
        count_tokens(SETUP),
    )


def test_a_section_comes_with_what_stands_around_it_or_below_it(agent):
    found = answer(agent, "docs_section", id=INSTALL, context=True)
    assert [one["title"] for one in found["ancestors"]] == ["Setup"]
    assert [(one["title"], one["summary"]) for one in found["children"]] == [
        ("Deep", "Deeper words.")
    ]
    whole = answer(agent, "docs_section", id=INSTALL, descendants=True)
    assert whole["content"].endswith("Deeper words.")
    document = answer(agent, "docs_section", id=f"{MARK}/docs/setup.md")
    assert (document["content"], document["level"]) == (SETUP, 0)
    missing = agent.error("docs_section", id=f"{MARK}/docs/setup.md::setup/instal#2")
    assert (missing["code"], INSTALL in missing["message"]) == ("NOT_FOUND", True)


def test_documentation_is_searched_in_one_repository_or_file(agent):
    (hit,) = answer(agent, "docs_search", repository=NAME, query="deeper")["results"]
    assert hit["mark"] == f"{MARK}/docs/setup.md::setup/install/deep#3"
    assert answer(agent, "docs_section", id=hit["mark"])["content"].startswith("### Deep")
    one = {"repository": NAME, "query": "widgets deeper", "limit": 1}
    (hit,) = answer(agent, "docs_search", file="README.md", **one)["results"]
    assert hit["source_key"] == "README.md"


def test_references_lead_both_ways(agent):
    found = answer(agent, "docs_refs", section_id=INSTALL)
    assert [one["qualified_name"] for one in found["symbols"]] == ["widget.make_widget"]
    (symbol,) = found["symbols"]
    for given in ({"symbol": symbol["mark"]}, {"symbol": "make_widget", "repository": NAME}):
        back = answer(agent, "docs_refs", **given)
        assert [one["id"] for one in back["sections"]] == [INSTALL]
        assert [one["mark"] for one in back["symbols"]] == [symbol["mark"]]
    for arguments in ({}, {"section_id": "a", "symbol": "b"}, {"symbol": "turn"}):
        assert agent.error("docs_refs", **arguments)["code"] == "INVALID_REQUEST"


def test_symbols_are_found_with_the_sections_about_them(agent):
    found = answer(agent, "search_symbols", repository=NAME, query="make widget")
    first = found["results"][0]
    assert (first["qualified_name"], first["file_path"], first["start_line"]) == (
        *("widget.make_widget", "src/widget.py"),
        1,
    )
    assert [one["mark"] for one in first["related_chunks"]] == [f"{MARK}/{INSTALL}"]
    everything = pages(agent, "search_symbols", "results", repository=NAME, query="", limit=1)
    assert [one["name"] for one in everything] == ["make_widget", "Widget", "turn"]


def test_lines_of_a_file_are_read_exactly(agent):
    place = {"repository": NAME, "path": "src/widget.py"}
    whole = answer(agent, "read_file_range", **place)
    assert (whole["content"], whole["truncated"]) == (CODE, False)
    part = answer(agent, "read_file_range", start_line=5, end_line=6, **place)
    assert part["content"] == "class Widget:\n    def turn(self):\n"
    assert (part["start_line"], part["end_line"], part["total_lines"]) == (5, 6, 7)
    long = {"repository": NAME, "path": "src/long.txt", "max_tokens": 4000}
    first = answer(agent, "read_file_range", **long)
    second = answer(agent, "read_file_range", cursor=first["next_cursor"], **long)
    assert second["start_line"] == first["end_line"] + 1
    assert str(FILES["src/long.txt"]).startswith(first["content"] + second["content"])
    for bad in ({"start_line": 9, "end_line": 8}, {"end_line": 1001}, {"start_line": 99}):
        error = agent.error("read_file_range", **place, **bad)
        assert error["field_errors"][0]["field"] in {"start_line", "end_line"}
    error = agent.error("read_file_range", repository=NAME, path="../etc/passwd")
    assert error["code"] == "NOT_FOUND"


def test_outlines_lead_from_the_repository_to_its_sections(agent):
    found = answer(agent, "outline", mark=MARK)
    assert [one["mark"] for one in found["items"]] == [
        f"{MARK}/{path}" for path in ("README.md", "docs/empty.md", "docs/setup.md")
    ]
    sections = answer(agent, "outline", mark=f"{MARK}/docs/setup.md")["items"]
    assert [(one["title"], one["level"]) for one in sections] == [
        *(("Setup", 1), ("Install", 2), ("Deep", 3)),
        ("Upgrade", 2),
    ]
    assert answer(agent, "outline", mark=f"{MARK}/docs/empty.md")["items"] == []


def test_every_answer_keeps_its_budget(agent):
    for tool, arguments in (
        ("docs_toc", {"repository": NAME, "tree": True}),
        ("repositories", {}),
        ("search_symbols", {"repository": NAME, "query": "widget"}),
        ("read_file_range", {"repository": NAME, "path": "src/long.txt"}),
        ("docs_section", {"id": f"{MARK}/docs/setup.md", "context": True}),
        ("docs_refs", {"symbol": "make_widget", "repository": NAME}),
    ):
        result = agent.call(tool, max_tokens=700, **arguments)
        assert result["isError"] is False, text_of(result)
        assert count_tokens(json.dumps(result, ensure_ascii=False)) <= 700


def test_nothing_hidden_is_told(agent):
    hidden, missing = "local/team/vault", "local/team/attic"
    for tool, key, rest in (
        ("docs_toc", "repository", {}),
        ("search_symbols", "repository", {"query": "x"}),
        ("repository_readme", "repository", {}),
        ("read_file_range", "repository", {"path": "plan.md"}),
    ):
        answers = [agent.call(tool, **{key: name}, **rest) for name in (hidden, missing)]
        assert answers[0] == answers[1]
        assert answers[0]["structuredContent"]["error"]["code"] == "NOT_FOUND"
    error = agent.error("docs_section", id=f"plan.md::{SENTINEL}#1")
    assert error == agent.error("docs_section", id="plan.md::none#1")
