import pytest

from apps.access.errors import InvalidRequestError
from apps.access.principals import operator
from apps.retrieval.models import AskedQuestion
from apps.retrieval.routing.request import RouteRequest
from apps.retrieval.routing.routing import find_routes
from tests.cast import make_repository

pytestmark = pytest.mark.django_db

SHELVES = {
    "Runbooks": {"restore.md": "# Restore\n\nLoad the snapshot of the database.\n"},
    "Recipes": {"soup.md": "# Onion soup\n\nBrown the onions.\n", "pie.md": "# Pie\n\nBake it.\n"},
    "手册": {"灯.md": "# 灯\n\n点亮灯塔的灯。\n"},
}


@pytest.fixture
def shelves(make_collection, reader):
    for name, pages in SHELVES.items():
        make_collection(name, pages, owner=reader)


def route(user, query, **options):
    return find_routes(user=user, request=RouteRequest(query, **options))


def labels(found):
    return [one.label for one in found]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("load a snapshot", "Runbooks"),
        ("how are onions browned", "Recipes"),
        ("灯塔", "手册"),
        ("what is in the recipes", "Recipes"),
    ],
)
def test_the_source_that_speaks_of_it_comes_first(shelves, reader, query, first):
    routes = route(reader, query)
    assert labels(routes.collections)[0] == first
    assert len(routes.collections) == 3
    scores = [one.score for one in routes.collections]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_collections_come_up_to_the_number_asked_for_whether_they_fit_or_not(shelves, reader):
    found = route(reader, "xylophone", top_k=2).collections
    assert [(one.score, one.why) for one in found] == [(0.0, "Nothing in it fits the question")] * 2


def test_the_reason_names_what_was_found(shelves, reader):
    first = route(reader, "onion recipes").collections[0]
    assert first.why == "The question names it; 1 document found, “Onion soup” at rank 1"


def test_repositories_come_only_with_something_that_speaks_for_them(shelves, reader):
    make_repository("widget-tool", owner=reader, description="Turns widgets")
    assert route(reader, "onion soup").repositories == ()
    found = route(reader, "how do I turn the widget tool").repositories
    assert [one.mark for one in found] == ["repo:git.example.org/team/widget-tool"]


def test_hidden_sources_change_neither_scores_nor_reasons(shelves, make_collection, reader):
    before = route(reader, "load the snapshot of the onions")
    make_collection("Vault", {"x.md": "# Snapshot\n\nThe snapshot of the onions, loaded.\n"})
    assert route(reader, "load the snapshot of the onions") == before


def test_descriptions_are_read(make_collection, reader):
    shelf = make_collection("Shelf", {"a.md": "# A\n\nWords.\n"}, owner=reader)
    shelf.description = "Everything about lighthouses"
    shelf.save()
    make_collection("Attic", {"b.md": "# B\n\nWords.\n"}, owner=reader)
    assert labels(route(reader, "lighthouse keeping").collections) == ["Shelf", "Attic"]


@pytest.mark.parametrize(
    ("query", "top_k", "field"),
    [("", 3, "query"), ("x" * 513, 3, "query"), ("\0", 3, "query"), ("x", 0, "top_k")],
)
def test_what_cannot_be_asked_is_refused_by_field(db, query, top_k, field):
    with pytest.raises(InvalidRequestError) as caught:
        route(operator(), query, top_k=top_k)
    assert [one.field for one in caught.value.field_errors] == [field]


def test_the_query_log_knows_of_routes(shelves, reader):
    route(reader, "onions")
    route(reader, "xylophone")
    rows = AskedQuestion.objects.order_by("pk").values_list("kind", "status")
    assert list(rows) == [("route", "ok"), ("route", "empty")]
