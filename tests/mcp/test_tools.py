import jsonschema
import pytest

from apps.access.principals import operator
from apps.collections.ingest import IncomingDocument, ingest_document
from apps.collections.models import Chunk, Collection, Document
from apps.mcp.tools.registry import all_definitions
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.mcp.conftest import RESTORE, agent_for, fill, text_of

pytestmark = pytest.mark.django_db
SCHEMAS = {one.name: one.output_schema for one in all_definitions()}


def answer(agent, tool, **arguments):
    """The structured answer of a call, which fits the schema that is published for it."""
    result = agent.call(tool, **arguments)
    assert result["isError"] is False, text_of(result)
    jsonschema.validate(result["structuredContent"], SCHEMAS[tool])
    return result["structuredContent"]


def test_collections_are_listed_by_name_with_their_marks_and_counts(agent):
    found = answer(agent, "collections")
    assert [(one["mark"], one["document_count"]) for one in found["items"]] == [
        ("collection:Handbook", 1),
        ("collection:Runbooks", 2),
    ]
    assert (found["total"], found["truncated"], "next_cursor" in found) == (2, False, False)


@pytest.mark.parametrize(("word", "names"), [("run", ["Runbooks"]), ("%", []), ("zzz", [])])
def test_collections_are_found_by_a_word(agent, word, names):
    found = answer(agent, "collections", search=word)
    assert [one["name"] for one in found["items"]] == names
    assert found["total"] == len(names)


def test_collections_come_in_pages(agent, ann):
    for number in range(3):
        fill(f"More {number}", {}, owner=ann)
    names, cursor = [], {}
    while True:
        page = answer(agent, "collections", limit=2, **cursor)
        names += [one["name"] for one in page["items"]]
        assert page["total"] == 5
        if not page["truncated"]:
            break
        cursor = {"cursor": page["next_cursor"]}
    assert names == ["Handbook", "More 0", "More 1", "More 2", "Runbooks"]


@pytest.mark.parametrize("given", ["Runbooks", "runbooks", "collection:Runbooks", "id"])
def test_a_collection_is_searched_by_name_mark_or_id(agent, given):
    if given == "id":
        given = str(Collection.objects.get(name="Runbooks").pk)
    found = answer(agent, "collection_search", collection=given, query="list the snapshots")
    assert {one["source_key"] for one in found["results"]} == {"restore.md"}


def test_a_search_carries_what_every_surface_carries(agent, ann):
    sources = ("collection:Runbooks",)
    known = search(user=ann, request=SearchRequest("snapshot", sources=sources)).as_dict()
    found = answer(agent, "collection_search", collection="Runbooks", query="snapshot")
    assert found == {**known, "truncated": False}
    assert found["results"]


def test_retrieve_searches_all_that_can_be_read(agent, ann):
    known = search(user=ann, request=SearchRequest("snapshot hello")).as_dict()
    found = answer(agent, "retrieve", query="snapshot hello")
    assert found == {**known, "truncated": False}
    assert {one["source"] for one in found["results"]} == {
        "collection:Handbook",
        "collection:Runbooks",
    }


def test_the_text_of_a_search_has_the_marks_and_snippets_of_its_structure(agent):
    result = agent.call("retrieve", query="snapshot")
    hits = result["structuredContent"]["results"]
    assert hits
    for hit in hits:
        for fact in (hit["mark"], hit["chunk_id"], hit["snippet"], hit["title"], hit["why"]):
            assert fact in text_of(result)


def test_what_degraded_a_search_is_said_in_the_text_too(agent):
    result = agent.call("retrieve", query="snapshot")
    (degraded,) = result["structuredContent"]["degraded"]
    assert (degraded["stream"], degraded["code"]) == ("dense", "OFF")
    assert degraded["message"] in text_of(result)


def test_nothing_found_is_no_error(agent):
    result = agent.call("retrieve", query="unheardofword")
    assert result["structuredContent"]["results"] == []
    assert text_of(result).startswith("Nothing found")


def test_retrieve_keeps_to_the_times_given(agent):
    assert answer(agent, "retrieve", query="snapshot", since="2999-01-01")["results"] == []
    assert answer(agent, "retrieve", query="snapshot", until="2001-01-01")["results"] == []
    assert answer(agent, "retrieve", query="snapshot", as_of="2999-01-01T00:00:00+02:00")["results"]


def test_retrieve_keeps_to_the_filters_given(agent):
    assert answer(agent, "retrieve", query="snapshot", kinds=["collection"])["results"]
    assert answer(agent, "retrieve", query="snapshot", kinds=["config"])["results"] == []
    assert answer(agent, "retrieve", query="snapshot", formats=["rst"])["results"] == []
    assert answer(agent, "retrieve", query="snapshot", heading="nowhere")["results"] == []
    wrong = agent.error("retrieve", query="snapshot", kinds=["page"])
    assert wrong["code"] == "INVALID_REQUEST"
    assert "collection, repo_doc" in str(wrong)


@pytest.mark.parametrize("given", ["git.example.org/team/none", "repo:git.example.org/team/none"])
def test_a_repository_that_is_not_there_is_not_found(agent, given):
    assert agent.error("retrieve", query="x", repository=given)["code"] == "NOT_FOUND"


@pytest.mark.parametrize("given", ["none", "collection:Runbooks", "", "repo:a/b/c/d.md::x#1"])
def test_what_names_no_repository_is_told(agent, given):
    error = agent.error("retrieve", query="x", repository=given)
    assert [one["field"] for one in error["field_errors"]] == ["repository"]


def test_a_document_is_read_word_for_word(agent):
    found = answer(agent, "collection_document", mark="collection:Runbooks/restore.md")
    assert (found["content"], found["title"]) == (RESTORE, "Restore the database")
    assert found["truncated"] is False
    result = agent.call("collection_document", mark="collection:Runbooks/restore.md")
    assert RESTORE in text_of(result)


def test_a_section_is_read_by_its_anchor(agent):
    mark = "collection:Runbooks/restore.md#load-it"
    found = answer(agent, "collection_document", mark=mark)
    assert found["content"].startswith("## Load it")
    assert "snapshot_tool" not in found["content"]


@pytest.mark.parametrize("mark", ["collection:Runbooks", "chunk:" + "0" * 8, "restore.md", ""])
def test_only_the_mark_of_a_document_is_taken(agent, mark):
    error = agent.error("collection_document", mark=mark)
    assert error["code"] == "INVALID_REQUEST"
    assert [one["field"] for one in error["field_errors"]] == ["mark"]


@pytest.mark.parametrize("prefix", ["", "chunk:"])
def test_a_chunk_is_read_by_id_or_mark(agent, prefix):
    chunk = Chunk.objects.filter(document__source_key="restore.md").first()
    found = answer(agent, "read_chunk", id=f"{prefix}{chunk.pk}")
    assert (found["content"], found["chunk_id"]) == (chunk.content, str(chunk.pk))


def test_every_hit_can_be_read_on(agent):
    for hit in answer(agent, "retrieve", query="snapshot", snippet_chars=80)["results"]:
        chunk = answer(agent, "read_chunk", id=hit["chunk_id"])
        assert (chunk["mark"], chunk["title"]) == (hit["mark"], hit["title"])
        assert answer(agent, "collection_document", mark=hit["mark"])["content"]


def test_the_outline_of_a_collection_lists_its_documents(agent):
    found = answer(agent, "outline", mark="collection:Runbooks")
    assert [(one["mark"], one["title"]) for one in found["items"]] == [
        ("collection:Runbooks/on-call.md", "On call"),
        ("collection:Runbooks/restore.md", "Restore the database"),
    ]


def test_the_outline_of_a_document_lists_headings_that_can_be_read(agent):
    found = answer(agent, "outline", mark="collection:Runbooks/restore.md")
    assert [(one["level"], one["title"]) for one in found["items"]] == [
        (1, "Restore the database"),
        (2, "Find the snapshot"),
        (2, "Load it"),
    ]
    for one in found["items"]:
        assert one["title"] in answer(agent, "collection_document", mark=one["mark"])["content"]


def test_marks_of_names_with_odd_characters_lead_back(ann):
    fill("Größe / 100%", {"a b/ü#?.md": "# Überschrift\n\nWort.\n"}, owner=ann)
    agent = agent_for(ann)
    (collection,) = answer(agent, "collections")["items"]
    (document,) = answer(agent, "outline", mark=collection["mark"])["items"]
    (heading,) = answer(agent, "outline", mark=document["mark"])["items"]
    for mark in (document["mark"], heading["mark"]):
        assert "Wort." in answer(agent, "collection_document", mark=mark)["content"]
    assert answer(agent, "collection_search", collection=collection["mark"], query="Wort")[
        "results"
    ]


def test_headings_without_words_are_listed_and_lead_somewhere(ann):
    fill("Odd", {"odd.md": "# !!!\n\n## \n\n## 🎉\n\n## Same\n\n## Same\n\nText.\n"}, owner=ann)
    agent = agent_for(ann)
    items = answer(agent, "outline", mark="collection:Odd/odd.md")["items"]
    assert [one["level"] for one in items] == [1, 2, 2, 2, 2]
    for one in items:
        assert answer(agent, "collection_document", mark=one["mark"])["content"]


def test_a_heading_has_the_same_mark_in_an_outline_and_in_a_hit(ann):
    fill("Größe", {"ü.md": "# Übersicht\n\nEinWort.\n"}, owner=ann)
    agent = agent_for(ann)
    (item,) = answer(agent, "outline", mark="collection:Größe/ü.md")["items"]
    (hit,) = answer(agent, "retrieve", query="EinWort")["results"]
    assert item["mark"] == hit["mark"]


@pytest.mark.parametrize("tool", ["collections", "outline", "collection_document", "read_chunk"])
@pytest.mark.parametrize("cursor", ["", "x", "e30", "bnVsbA", "é", "eyJhZnRlciI6ICIifQ"])
def test_a_cursor_of_ones_own_making_is_refused(agent, tool, cursor):
    places = {
        "outline": {"mark": "collection:Runbooks"},
        "collection_document": {"mark": "collection:Runbooks/restore.md"},
        "read_chunk": {"id": str(Chunk.objects.filter(document__title="On call").get().pk)},
    }
    error = agent.error(tool, cursor=cursor, **places.get(tool, {}))
    assert [one["field"] for one in error["field_errors"]] == ["cursor"]


def test_a_cursor_of_a_document_that_has_changed_is_refused(agent, ann):
    collection = Collection.objects.get(name="Runbooks")
    pages = IncomingDocument("long.md", "# Long\n\n" + "A sentence of several words.\n\n" * 400)
    ingest_document(user=operator(), collection_id=collection.pk, document=pages)
    mark = "collection:Runbooks/long.md"
    page = answer(agent, "collection_document", mark=mark, max_tokens=2000)
    Document.objects.filter(source_key="long.md").update(content="# Changed\n" * 500)
    error = agent.error("collection_document", mark=mark, cursor=page["next_cursor"])
    assert error["field_errors"][0]["field"] == "cursor"
