"""Graphs over REST."""

import pytest

from tests.api.repos.conftest import repository, tree  # noqa: F401
from tests.api.repos.handbook import ROOT
from tests.cast import make_repository
from tests.factories import write_document
from tests.repos.data_folder import own_data_folder  # noqa: F401

pytestmark = pytest.mark.django_db
HERE = f"{ROOT}/local/team/handbook/graph"


def test_a_repository_answers_with_nodes_and_edges(client, repository):  # noqa: F811
    graph = client.get(HERE).json()
    assert (graph["mark"], graph["truncated"]) == ("repo:local/team/handbook", False)
    guide = next(node for node in graph["nodes"] if node["path"] == "docs/guides/setup.md")
    assert guide["id"] == guide["mark"] == "repo:local/team/handbook/docs/guides/setup.md"
    assert {"source": guide["id"], "target": f"{guide['id']}::guide#1", "kind": "contains"} in [
        {key: edge[key] for key in ("source", "target", "kind")} for edge in graph["edges"]
    ]
    ids = {node["id"] for node in graph["nodes"]}
    assert {end for edge in graph["edges"] for end in (edge["source"], edge["target"])} <= ids


def test_a_file_that_is_not_there_is_not_found(client, repository):  # noqa: F811
    assert client.get(HERE, {"file": "docs/guides/setup.md"}).status_code == 200
    assert client.get(HERE, {"file": "nowhere.md"}).status_code == 404
    assert client.get(HERE, {"file": "x" * 2001}).status_code == 400


def test_before_the_first_sync_it_says_so(client, owner):
    row = make_repository(owner=owner)
    answer = client.get(f"{ROOT}/{row.slug}/graph")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "NOT_READY")


def test_a_collection_answers_likewise(client, collection):
    write_document(collection, "a.md", "# A\n\n[B](b.md)\n")
    graph = client.get(f"/api/md-collections/{collection.pk}/graph").json()
    assert [node["kind"] for node in graph["nodes"]] == ["folder", "document", "section"]
    assert graph["totals"] == {"documents": 1, "symbols": 0}
