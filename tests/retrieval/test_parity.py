"""One service behind every door: the same person and question give the same passages in order."""

import json
import re
from io import StringIO

import pytest
from django.core.management import call_command
from django.test import Client

from apps.access.models import Scope
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search, search_passages
from tests.api.clients import token_client
from tests.mcp.conftest import agent_for
from tests.retrieval.conftest import run_jobs

pytestmark = pytest.mark.django_db
QUESTIONS = ["restore the writers", "cache", "Hand over", "snapshot_tool", "what is still open?"]
PAGES = {
    "database.md": "# Restore\n\nStop the writers, restore with `snapshot_tool`.\n",
    "cache.md": "# Cache\n\nThe cache is emptied; nothing is open.\n",
    "oncall.md": "# On-call\n\nHand over what is still open to the writers.\n",
    "long.md": "# Long\n\n" + "".join(f"## Part {n}\n\n{'The cache. ' * 60}\n\n" for n in range(9)),
}


@pytest.fixture
def library(make_collection, reader):
    collection = make_collection("runbooks", PAGES, owner=reader)
    make_collection("hidden", PAGES)
    run_jobs()
    return collection


def by_command(reader, question, *arguments):
    out = StringIO()
    call_command("search", question, "--user", reader.username, "--json", *arguments, stdout=out)
    return [hit["chunk_id"] for hit in json.loads(out.getvalue())["results"]]


def by_rest(reader, address, question):
    answer = token_client(reader, scopes=[Scope.API_READ]).post(address, {"query": question})
    return [hit["chunk_id"] for hit in answer.json()["results"]]


def by_page(reader, question):
    browser = Client()
    browser.force_login(reader)
    page = browser.get("/search", {"q": question}).content.decode()
    return re.findall(r'data-chunk="([^"]+)"', page)[:10]


def by_mcp(reader, tool, **arguments):
    answer = agent_for(reader).call(tool, max_tokens=20_000, **arguments)
    return [hit["chunk_id"] for hit in answer["structuredContent"]["results"]]


@pytest.mark.parametrize("question", QUESTIONS)
def test_all_doors_give_the_same_passages_in_the_same_order(library, reader, question):
    expected = by_command(reader, question)
    assert len(expected) >= 3
    assert by_rest(reader, "/api/retrieve", question) == expected
    assert by_page(reader, question) == expected
    assert by_mcp(reader, "retrieve", query=question) == expected


@pytest.mark.parametrize("question", QUESTIONS)
def test_searching_one_collection_agrees_as_well(library, reader, question):
    expected = by_command(reader, question, "--source", "collection:runbooks")
    assert len(expected) >= 3
    assert by_rest(reader, f"/api/md-collections/{library.pk}/search", question) == expected
    assert by_mcp(reader, "collection_search", collection="runbooks", query=question) == expected


@pytest.mark.parametrize("question", QUESTIONS)
def test_what_packs_begin_with_is_what_the_search_shows(library, reader, question):
    request = SearchRequest(question, top_k=100)
    hits = search(user=reader, request=request).results
    found = search_passages(user=reader, request=request).found
    assert [str(one.chunk.pk) for one in found] == [hit.chunk_id for hit in hits]
    assert [round(one.fused.score, 6) for one in found] == [hit.score for hit in hits]
