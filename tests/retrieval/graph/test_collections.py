"""The graph of a collection, the places that marks mean, and what a pack chooses."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from apps.access.errors import NotFoundError
from apps.collections.models import Chunk
from apps.retrieval.graph.choosing import choices_of, wanted_by
from apps.retrieval.graph.collections import collection_graph
from apps.retrieval.graph.graph import Wanted
from apps.retrieval.graph.places import draw_graph, find_place
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest
from tests.cast import make_user
from tests.retrieval.conftest import fill, run_jobs

pytestmark = pytest.mark.django_db

PAGES = {
    "a/start.md": "# Start the pump\n\nFirst [prime](../b/prime.md#air) it. [Air](../b/prime.md)\n",
    "a/beside.md": "# Valves\n\nThree of them.\n",
    "b/prime.md": "# Priming\n\nWords.\n\n## Air\n\nLet the air out.\n",
}


@pytest.fixture
def pumps(make_collection, reader):
    collection = make_collection("pumps", PAGES, owner=reader)
    run_jobs("resolve_links")
    return collection


def short(text):
    return text.removeprefix("collection:pumps")


def test_documents_hang_together_by_folder_heading_and_link(pumps, reader):
    graph = collection_graph(user=reader, collection=pumps)
    assert [(e.kind.value, short(e.source), short(e.target)) for e in graph.edges] == [
        ("contains", "/", "/a/"),
        ("contains", "/", "/b/"),
        ("co_located", "/a/", "/a/beside.md"),
        ("co_located", "/a/", "/a/start.md"),
        ("contains", "/a/beside.md", "/a/beside.md#valves"),
        ("contains", "/a/start.md", "/a/start.md#start-the-pump"),
        ("link", "/a/start.md", "/b/prime.md"),
        ("contains", "/b/", "/b/prime.md"),
        ("contains", "/b/prime.md", "/b/prime.md#priming"),
        ("contains", "/b/prime.md#priming", "/b/prime.md#air"),
    ]
    assert [edge.count for edge in graph.edges if edge.kind == "link"] == [2]


def test_strangers_get_an_empty_graph_of_it(pumps, reader):
    assert len(collection_graph(user=reader, collection=pumps).nodes) == 10
    graph = collection_graph(user=make_user("stranger"), collection=pumps)
    assert (graph.nodes, graph.edges, graph.totals["documents"]) == ((), (), 0)


def test_it_takes_as_many_queries_for_three_times_the_rows(pumps, reader):
    with CaptureQueriesContext(connection) as few:
        collection_graph(user=reader, collection=pumps)
    fill(pumps, {f"c/{n}.md": f"# {n}\n\n[One](../a/start.md)\n" for n in range(6)})
    run_jobs("resolve_links")
    with CaptureQueriesContext(connection) as many:
        graph = collection_graph(user=reader, collection=pumps)
    assert len([edge for edge in graph.edges if edge.kind == "link"]) == 7
    assert (len(few), len(many)) == (3, 3)


@pytest.mark.parametrize(
    ("tail", "file", "focus"),
    [
        ("", "", ""),
        ("/a/start.md", "a/start.md", "/a/start.md"),
        ("/b/prime.md#air", "b/prime.md", "/b/prime.md#air"),
    ],
)
def test_a_mark_says_where_to_look(pumps, reader, tail, file, focus):
    place = find_place(user=reader, mark=f"collection:pumps{tail}")
    assert (place.source, place.file, short(place.focus)) == (pumps, file, focus)
    graph = draw_graph(user=reader, place=place, wanted=Wanted())
    assert not focus or place.focus in {node.id for node in graph.nodes}


def test_a_chunk_leads_to_its_document(pumps, reader):
    chunk = Chunk.objects.filter(document__source_key="b/prime.md").first()
    assert find_place(user=reader, mark=f"chunk:{chunk.pk}").file == "b/prime.md"


@pytest.mark.parametrize(
    "mark", ["", "pumps", "collection:", "collection:pumps/no.md", "repo:a/b/c", "repo:a", "x:y"]
)
def test_what_is_no_mark_or_leads_nowhere_is_not_found(pumps, reader, mark):
    with pytest.raises(NotFoundError):
        find_place(user=reader, mark=mark)


def test_a_hidden_place_is_a_missing_place(pumps):
    chunk = Chunk.objects.first()
    for mark in ("collection:pumps", "collection:pumps/a/start.md", f"chunk:{chunk.pk}"):
        with pytest.raises(NotFoundError):
            find_place(user=make_user("stranger"), mark=mark)


def test_what_a_pack_took_is_chosen_with_its_reason(pumps, reader):
    request = PackRequest("start the pump", sources=("collection:pumps",))
    pack = make_pack(user=reader, request=request)
    graph = collection_graph(user=reader, collection=pumps, wanted=wanted_by(pack))
    chosen = choices_of(graph, pack)
    assert {short(pk): choice.reason.value for pk, choice in chosen.items()} == {
        "/a/start.md": "seed",
        "/a/start.md#start-the-pump": "seed",
        "/a/beside.md": "neighbour",
        "/a/beside.md#valves": "neighbour",
        "/b/prime.md": "link",
        "/b/prime.md#priming": "link",
    }
    assert chosen["collection:pumps/a/start.md"].number == 1


def test_what_a_pack_took_is_in_the_graph_however_small_that_is(pumps, reader, monkeypatch):
    monkeypatch.setattr("apps.retrieval.graph.collections.FEW_DOCUMENTS", 0)
    pack = make_pack(user=reader, request=PackRequest("let the air out", max_tokens=120))
    graph = collection_graph(user=reader, collection=pumps, wanted=wanted_by(pack), limit=5)
    assert "collection:pumps/b/prime.md" in {node.id for node in graph.nodes}
    assert choices_of(graph, pack)
