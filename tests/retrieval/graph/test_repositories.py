"""The graph of a repository: what is in it, how it hangs together, what it costs."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.access.errors import NotFoundError
from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.retrieval.graph.graph import Wanted
from apps.retrieval.graph.repositories import repository_graph
from tests.cast import make_user
from tests.reader.repos_on_shelf import add_tree, synced
from tests.repos.data_folder import own_data_folder  # noqa: F401

pytestmark = pytest.mark.django_db

FILES = {
    "README.md": "# Pools\n\nSee [the guide](docs/guide.md#opening) and [nothing](gone.md).\n",
    "docs/guide.md": "# Guide\n\n## Opening\n\nCall `open_pool()`. [Top](../README.md)\n",
    "docs/all.md": "# All\n\n`open_pool()` and `close_pool()`; [out](https://example.org/a.md).\n",
    "src/pool.py": "def open_pool(size): ...\n\n\ndef close_pool(): ...\n",
}
MARK = "repo:git.example.org/team/handbook"


def renew(row):
    synced(row)
    relink_repository(user=operator(), repository_id=row.pk)
    return row


@pytest.fixture
def owner():
    return make_user("owner")


@pytest.fixture
def pools(tmp_path, owner):
    row, row_tree = add_tree(tmp_path, FILES, owner=owner)
    row.tree = row_tree
    return renew(row)


def draw(user, repository, wanted=None, **options):
    return repository_graph(user=user, repository=repository, wanted=wanted or Wanted(), **options)


def short(text):
    return text.removeprefix(MARK).removeprefix("symbol:git.example.org/team/handbook")


def edges_of(graph, kind):
    return {(short(e.source), short(e.target)) for e in graph.edges if e.kind == kind}


def test_folders_documents_sections_and_code_are_nodes(pools, owner):
    graph = draw(owner, pools)
    assert [(node.kind.value, short(node.id), node.label) for node in graph.nodes] == [
        ("folder", "/", "git.example.org/team/handbook"),
        ("folder", "/docs/", "docs"),
        ("document", "/README.md", "Pools"),
        ("document", "/docs/all.md", "All"),
        ("document", "/docs/guide.md", "Guide"),
        ("section", "/README.md::pools#1", "Pools"),
        ("section", "/docs/all.md::all#1", "All"),
        ("section", "/docs/guide.md::guide#1", "Guide"),
        ("section", "/docs/guide.md::guide/opening#2", "Opening"),
        ("symbol", "/pool.open_pool", "pool.open_pool"),
        ("symbol", "/pool.close_pool", "pool.close_pool"),
    ]
    assert (graph.totals, graph.truncated) == ({"documents": 3, "symbols": 2}, False)


def test_edges_tell_containing_place_links_and_mentions_apart(pools, owner):
    graph = draw(owner, pools)
    assert edges_of(graph, "co_located") == {
        ("/docs/", "/docs/all.md"),
        ("/docs/", "/docs/guide.md"),
    }
    assert edges_of(graph, "contains") == {
        ("/", "/docs/"),
        ("/", "/README.md"),
        ("/README.md", "/README.md::pools#1"),
        ("/docs/all.md", "/docs/all.md::all#1"),
        ("/docs/guide.md", "/docs/guide.md::guide#1"),
        ("/docs/guide.md::guide#1", "/docs/guide.md::guide/opening#2"),
    }
    assert edges_of(graph, "link") == {
        ("/README.md", "/docs/guide.md"),
        ("/docs/guide.md", "/README.md"),
    }
    assert edges_of(graph, "mention") == {
        ("/docs/all.md::all#1", "/pool.open_pool"),
        ("/docs/all.md::all#1", "/pool.close_pool"),
        ("/docs/guide.md::guide/opening#2", "/pool.open_pool"),
    }


def test_links_follow_what_is_added_and_removed_without_reading_the_rest_anew(pools, owner):
    pools.tree.write({"gone.md": "# Here\n"})
    pools.tree.remove("docs/guide.md")
    pools.tree.commit()
    graph = draw(owner, renew(pools))
    assert edges_of(graph, "link") == {("/README.md", "/gone.md")}


def test_a_large_source_shows_the_sections_of_the_opened_file_only(pools, owner, monkeypatch):
    monkeypatch.setattr("apps.retrieval.graph.repositories.FEW_DOCUMENTS", 2)
    assert not [node for node in draw(owner, pools).nodes if node.kind == "section"]
    graph = draw(owner, pools, Wanted(file="docs/guide.md"))
    sections = [short(node.id) for node in graph.nodes if node.kind == "section"]
    assert sections == ["/docs/guide.md::guide#1", "/docs/guide.md::guide/opening#2"]
    # What an unopened document names hangs on the document.
    assert ("/docs/all.md", "/pool.open_pool") in edges_of(graph, "mention")


def test_beyond_the_limit_the_graph_says_what_it_leaves_out(pools, owner):
    graph = draw(owner, pools, limit=3)
    assert [short(node.id) for node in graph.nodes] == ["/", "/README.md", "/README.md::pools#1"]
    assert graph.truncated
    assert graph.omitted == {"documents": 2, "sections": 0, "symbols": 2}
    kept = draw(owner, pools, Wanted(file="docs/guide.md"), limit=4)
    assert "/docs/guide.md" in [short(node.id) for node in kept.nodes]


def test_nobody_but_readers_sees_a_node(pools, owner):
    assert len(draw(owner, pools).nodes) == 11
    for outsider in (AnonymousUser(), make_user("stranger")):
        graph = draw(outsider, pools)
        assert (graph.nodes, graph.edges) == ((), ())
        assert graph.totals == {"documents": 0, "symbols": 0}
    with pytest.raises(NotFoundError):
        draw(make_user("stranger"), pools, Wanted(file="docs/guide.md"))


def test_it_takes_as_many_queries_for_three_times_the_rows(pools, owner):
    with CaptureQueriesContext(connection) as few:
        draw(owner, pools)
    files = {f"more/{n}.md": f"# {n}\n\n`open_pool()` [all](../docs/all.md)\n" for n in range(6)}
    pools.tree.write(files)
    pools.tree.commit()
    renew(pools)
    with CaptureQueriesContext(connection) as many:
        graph = draw(owner, pools)
    assert len(graph.nodes) > 20
    assert (len(few), len(many)) == (4, 4)


def test_the_same_source_gives_the_same_graph(pools, owner):
    assert draw(owner, pools).as_dict() == draw(owner, pools).as_dict()


def test_a_folder_that_holds_but_a_folder_is_drawn_as_a_part_of_it(pools, owner):
    pools.tree.write({"a/b/c/x.md": "# X\n", "a/b/c/y.md": "# Y\n"})
    pools.tree.commit()
    graph = draw(owner, renew(pools))
    folders = [(short(node.id), node.label) for node in graph.nodes if node.kind == "folder"]
    assert folders[1:] == [("/a/b/c/", "a/b/c"), ("/docs/", "docs")]
    assert ("/", "/a/b/c/") in edges_of(graph, "contains")
