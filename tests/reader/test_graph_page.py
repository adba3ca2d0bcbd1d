"""The page of a graph: its list, its task box, and what they lead to."""

import re

import pytest
from django.utils.http import urlencode

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from tests.factories import CollectionFactory, write_document
from tests.reader.pages import main_of, text_of, without_tokens
from tests.reader.repos_on_shelf import SLUG

pytestmark = pytest.mark.django_db
GRAPH = f"/graph/repo:{SLUG}"


@pytest.fixture
def linked(library):
    relink_repository(user=operator(), repository_id=library.pk)
    return library


def test_the_shelf_lists_what_one_can_open(client, writer, library, handbook, secrets):
    response = client.get("/graph")
    assert f'href="{GRAPH}"' in main_of(response)
    assert 'href="/graph/collection:Handbook"' in main_of(response)
    assert "Sentinel" not in text_of(response)
    assert 'href="/graph" aria-current="page"' in response.content.decode()


def test_the_list_says_in_words_what_hangs_on_what(client, writer, linked):
    text = text_of(client.get(GRAPH))
    assert "docs/guide/ Guide docs/guide/index.md 2 links out 1 section" in text
    assert "Links to Handbook Setup" in text
    assert "Code app.start_engine src/app.py:1 named in 2" in text


def test_every_name_leads_to_its_page(client, writer, linked):
    html = main_of(client.get(GRAPH))
    addresses = set(re.findall(rf'href="(/repos/{SLUG}/[^"]+)"', html))
    assert f"/repos/{SLUG}/docs/guide-setup#install" in addresses
    assert len(addresses) > 8
    for address in addresses:
        assert client.get(address.replace("&amp;", "&"), follow=True).status_code == 200, address


def test_a_task_marks_what_the_real_pack_takes(client, writer, linked):
    response = client.get(GRAPH, {"task": "call start_engine", "max_tokens": "900"})
    pack = response.context["packing"].pack
    text = text_of(response)
    assert {entry.source for entry in pack.entries} == {f"repo:{SLUG}"}
    assert {entry.reason.value for entry in pack.entries} >= {"seed", "code"}
    assert f"{pack.tokens} of 900 tokens" in text
    rows = {row.label: row.choice.reason.value for row in response.context["listing"].chosen}
    assert (rows["Setup"], rows["app.start_engine"]) == ("seed", "code")
    assert "In the pack 1" in text


def test_the_picture_is_given_the_same_nodes_and_what_was_chosen(client, writer, linked):
    response = client.get(GRAPH, {"task": "call start_engine"})
    drawing = response.context["drawing"]
    assert len(drawing["nodes"]) == len(response.context["graph"].nodes)
    chosen = {(one[1], one[3]) for one in drawing["nodes"] if len(one) > 3}
    assert ("Setup", "seed") in chosen
    legend = response.context["legend"]
    assert [one.kind for one in legend.nodes] == ["folder", "document", "section", "symbol"]
    assert [one.kind for one in legend.edges] == ["contains", "co_located", "link", "mention"]


def test_the_legend_shows_only_what_is_there(client, writer, handbook):
    html = main_of(client.get("/graph/collection:Handbook"))
    assert set(re.findall(r'data-(?:node|edge)-kind="(\w+)"', html)) == {
        *("folder", "document", "section", "contains", "co_located"),
    }
    assert "ring-" not in html


@pytest.mark.parametrize(
    "tail",
    ["/docs/guide/setup.md", "/docs/guide/setup.md::setup/install%232", "/docs%2Fguide/setup.md"],
)
def test_a_mark_of_something_inside_opens_it(client, writer, linked, tail):
    response = client.get(GRAPH + tail)
    assert response.context["place"].file == "docs/guide/setup.md"
    assert response.context["drawing"]["focus"] > 0
    assert "Sections of docs/guide/setup.md" in text_of(response)


def test_an_empty_source_says_so(client, writer):
    CollectionFactory(name="Bare", owner=writer)
    response = client.get("/graph/collection:Bare")
    assert "There is nothing to draw yet" in text_of(response)
    assert "<canvas" not in main_of(response)
    unheard = client.get("/graph/collection:Bare?task=x&max_tokens=0")
    assert (unheard.status_code, 'role="alert"' in main_of(unheard)) == (422, True)


def test_names_that_are_code_stay_text(client, writer, handbook):
    write_document(handbook, "x.md", "# </script><script>alert(1)</script>\n")
    html = client.get("/graph/collection:Handbook").content.decode()
    assert "<script>alert" not in html


def test_hidden_and_missing_graphs_are_one(client, writer, secrets):
    hidden, missing = (
        client.get(f"/graph/collection:{name}") for name in ("Sentinel plans", "Sentinel clans")
    )
    assert (hidden.status_code, missing.status_code) == (404, 404)
    assert without_tokens(hidden).replace("plans", "clans") == without_tokens(missing)


@pytest.mark.parametrize(
    "query", [{"task": "\0"}, {"task": "x" * 1001}, {"task": "x", "max_tokens": "0"}]
)
def test_what_is_wrong_with_a_task_is_told_beside_the_graph(client, writer, handbook, query):
    response = client.get(f"/graph/collection:Handbook?{urlencode(query)}")
    assert response.status_code == 422
    assert 'role="alert"' in main_of(response)
    assert response.context["graph"].nodes


@pytest.mark.parametrize("mark", ["x", "repo:", "collection:%00", "chunk:1", "%F0%9F%92%A9:%0A"])
def test_what_is_no_mark_is_not_found(client, writer, mark):
    assert client.get(f"/graph/{mark}").status_code == 404


def test_visitors_are_sent_to_sign_in(client):
    assert client.get("/graph").status_code == 302
    assert client.get("/graph/collection:x").status_code == 302


def test_of_two_collections_of_one_name_each_graph_stays_with_its_own(client, writer):
    own = CollectionFactory(name="Twins", owner=writer)
    other = CollectionFactory(name="Twins", visibility="public")
    write_document(own, "mine.md", "# Mine\n\nzebra crossing\n")
    write_document(other, "theirs.md", "# Theirs\n\nzebra crossing\n")
    for collection, key in ((own, "mine"), (other, "theirs")):
        response = client.get(f"/graph/collection:{collection.pk}", {"task": "zebra crossing"})
        html = main_of(response)
        assert f'href="/docs/{collection.pk}/{key}.md' in html
        pack = response.context["packing"].pack
        assert [entry.mark for entry in pack.entries] == [f"collection:Twins/{key}.md#{key}"]
