"""Searches narrowed by kind, format and heading."""

import pytest

from apps.access.errors import InvalidRequestError
from apps.access.principals import operator
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from tests.repos.data_folder import own_data_folder  # noqa: F401
from tests.repos.worktrees import WorkTree
from tests.retrieval.test_search import ask, keys

pytestmark = pytest.mark.django_db


@pytest.fixture
def shelf(make_collection, tmp_path, own_data_folder):  # noqa: F811
    make_collection(
        "pages",
        {
            "a.md": "# Alpha\n\n## 100% Set_up\n\nturn the crank\n\n" + "one more word " * 120,
            "b.rst": "Beta\n====\n\nturn the crank\n",
        },
    )
    files = {
        "docs/c.adoc": "= Gamma\n\nturn the crank\n",
        "tests/test_d.py": "def test_it():\n    turn(the, crank)\n",
        "pyproject.toml": "[tool]\nturn = the crank of all\n",
    }
    tree = WorkTree(tmp_path / "tree", files)
    repository = add_local_repository(user=operator(), path=tree.path, name="local/team/tools")
    sync_repository(user=operator(), repository_id=repository.pk)


@pytest.mark.parametrize(
    ("filters", "found"),
    [
        ({}, {"a.md", "b.rst", "docs/c.adoc", "tests/test_d.py", "pyproject.toml"}),
        ({"kinds": ("collection",)}, {"a.md", "b.rst"}),
        ({"kinds": ("repo_doc",)}, {"docs/c.adoc"}),
        ({"kinds": ("test", "config")}, {"tests/test_d.py", "pyproject.toml"}),
        ({"formats": ("rst", "asciidoc")}, {"b.rst", "docs/c.adoc"}),
        ({"kinds": ("collection",), "formats": ("markdown",)}, {"a.md"}),
        ({"heading": "alpha >  100% set_"}, {"a.md"}),
        ({"heading": "%"}, {"a.md"}),
        ({"heading": "nowhere"}, set()),
    ],
)
def test_only_what_fits_all_filters_is_found_and_counted(shelf, filters, found):
    answer = ask(operator(), "turn the crank", **filters)
    assert set(keys(answer)) == found
    assert bool(answer.searched) == bool(found)


@pytest.mark.parametrize(
    "filters", [{"kinds": ("page",)}, {"formats": ("doc",)}, {"heading": "x" * 201}]
)
def test_unknown_values_are_told_by_field(db, filters):
    with pytest.raises(InvalidRequestError) as caught:
        ask(operator(), "turn", **filters)
    assert [one.field for one in caught.value.field_errors] == list(filters)


def test_the_same_filters_stand_in_rest_and_on_the_page(shelf, admin_client):
    body = {"query": "turn the crank", "kinds": ["collection"], "formats": ["rst"], "heading": ""}
    answer = admin_client.post("/api/retrieve", body, content_type="application/json").json()
    assert [one["source_key"] for one in answer["results"]] == ["b.rst"]
    body["kinds"] = ["page"]
    refused = admin_client.post("/api/retrieve", body, content_type="application/json")
    assert refused.status_code == 400
    page = admin_client.get("/search?q=turn+the+crank&kind=collection&format=rst&heading=beta")
    assert [one.hit.source_key for one in page.context["outcome"].results] == ["b.rst"]
    assert "(3 set)" in page.content.decode()
    late = admin_client.get("/search?q=turn+the+crank&since=2999-01-01")
    assert late.context["outcome"].results == ()
    for odd in ("kind=x", "format=x", "since=soon", f"heading={'x' * 300}"):
        assert admin_client.get(f"/search?q=turn&{odd}").status_code == 422
