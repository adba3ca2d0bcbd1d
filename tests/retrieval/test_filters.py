"""Searches narrowed by kind, format and heading."""

import json
from datetime import UTC, datetime

import pytest
from django.core.management import call_command

from apps.access.errors import InvalidRequestError
from apps.access.principals import operator
from apps.collections.models import Document
from apps.documents.mentions.relinking import relink_repository
from apps.documents.syncing import sync_repository
from apps.mcp.calls import call_tool
from apps.repos.adding import add_local_repository
from apps.repos.models import Repository
from apps.retrieval.models import Passage
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


@pytest.fixture
def dated(make_collection):
    """Two pages, edited in the evening of 2 March and on 4 March 2026."""
    make_collection("dated", {"a.md": "# Alpha\n\nturn the crank\n", "b.md": "# Beta\n\ncrank\n"})
    for key, day, hour in (("a.md", 2, 21), ("b.md", 4, 8)):
        moment = datetime(2026, 3, day, hour, tzinfo=UTC)
        Document.objects.filter(source_key=key).update(content_updated_at=moment)
        ids = Document.objects.filter(source_key=key).values("pk")
        Passage.objects.filter(document_id__in=ids).update(edited_at=moment)


@pytest.mark.parametrize(
    ("times", "found"),
    [
        ({"until": "2026-03-02"}, {"a.md"}),
        ({"as_of": "2026-03-02"}, {"a.md"}),
        ({"until": "2026-03-02T20:00:00"}, set()),
        ({"since": "2026-03-02", "until": "2026-03-04"}, {"a.md", "b.md"}),
        ({"since": "2026-03-03"}, {"b.md"}),
    ],
)
def test_a_day_as_an_end_means_all_of_it_at_every_door(dated, admin_client, capsys, times, found):
    body = {"query": "crank", **times}
    answer = admin_client.post("/api/retrieve", body, content_type="application/json").json()
    assert {one["source_key"] for one in answer["results"]} == found
    result = call_tool(user=operator(), name="retrieve", arguments=body)
    results = result.structured_content["results"]
    assert {one["source_key"] for one in results} == found
    options = [f"--{name.replace('_', '-')}={text}" for name, text in times.items()]
    call_command("search", "crank", "--user=admin", "--json", "--snippet-chars=80", *options)
    printed = json.loads(capsys.readouterr().out)["results"]
    assert {one["source_key"] for one in printed} == found
    if not {"as_of"} & set(times) and "T" not in times.get("until", ""):
        page = admin_client.get("/search", {"q": "crank", **times})
        assert {one.hit.source_key for one in page.context["outcome"].results} == found


def test_the_page_finds_names_of_code_too(shelf, admin_client):
    relink_repository(user=operator(), repository_id=Repository.objects.get().pk)
    for mode, kinds in (("docs", {"collection"}), ("symbols", {"symbol"})):
        page = admin_client.get(
            "/search", {"q": "test_it", "mode": mode, "kind": ["collection"] * (mode == "docs")}
        )
        results = page.context["outcome"].results
        assert {one.hit.provenance["kind"] for one in results} <= kinds
    assert [one.hit.title for one in results] == ["tests.test_d.test_it"]
    assert "passages" not in page.content.decode().split("search-status")[1][:200]
    assert admin_client.get("/search?q=x&mode=all").status_code == 422


def test_an_empty_result_offers_to_leave_the_filters_out(shelf, admin_client):
    page = admin_client.get("/search?q=crank&until=1999-01-01").content.decode()
    assert "Search without filters" in page
