"""Found documents vote for what they link to, and stand by how deep they lie."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.retrieval import votes
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from apps.retrieval.votes import MOST_GAIN, Place, count_votes, judge, relative_depths
from tests.documents.conftest import make_source, sync  # noqa: F401
from tests.retrieval.conftest import run_jobs

PAGES = {
    "start.md": "# Start\n\nFirst [install](install.md), then [install](install.md#again) again.\n",
    "install.md": "# Install\n\nRead [this page](install.md), then [configure](configure.md).\n",
    "configure.md": "# Configure\n\nNothing leads on from here.\n",
    "upgrade.md": "# Upgrade\n\nNothing leads here.\n",
}


@pytest.fixture
def pages(make_collection, reader):
    collection = make_collection("guide", PAGES, owner=reader)
    run_jobs("resolve_links")
    return dict(Document.objects.filter(collection=collection).values_list("source_key", "pk"))


@pytest.mark.django_db
def test_what_a_found_document_links_to_gains_once_and_nobody_votes_for_themselves(pages):
    verdicts = judge(dict.fromkeys(pages.values(), 1.0))
    voted = {key: verdicts[pk].votes for key, pk in pages.items()}
    assert voted["install.md"] > 0
    assert voted["configure.md"] > 0
    assert voted["start.md"] == voted["upgrade.md"] == 0
    assert verdicts[pages["install.md"]].added < MOST_GAIN
    alone = judge({pages["start.md"]: 2.0, pages["install.md"]: 1.0})
    assert alone[pages["install.md"]].votes == 1


@pytest.mark.django_db
def test_a_document_that_was_not_found_has_no_vote(pages):
    verdicts = judge({pages["install.md"]: 1.0, pages["upgrade.md"]: 1.0})
    assert {verdict.votes for verdict in verdicts.values() if verdict.votes} == set()


@pytest.mark.django_db
def test_only_the_best_documents_vote_and_the_better_ones_count_more(pages, monkeypatch):
    best = {pages["start.md"]: 1.0, pages["install.md"]: 2.0, pages["configure.md"]: 0.5}
    both = judge(best)
    assert both[pages["configure.md"]].votes == 1
    assert 0 < both[pages["install.md"]].votes < 1
    monkeypatch.setattr(votes, "VOTERS", 1)
    assert judge(best).get(pages["install.md"], votes.Verdict(0.0)).votes == 0


@pytest.mark.django_db
def test_a_hit_tells_that_others_link_to_its_page(pages, reader):
    run_jobs()
    answer = search(user=reader, request=SearchRequest("install and configure"))
    hit = next(hit for hit in answer.results if hit.source_key == "configure.md")
    assert hit.streams["links"]["score"] > 0
    assert "other results link to its page" in hit.why
    start = next(hit for hit in answer.results if hit.source_key == "start.md")
    assert "links" not in start.streams


@pytest.mark.django_db
def test_links_decide_between_pages_that_are_as_good(make_collection, reader):
    """The words of both are the same; one of them is what the best page sends its readers to."""
    texts = {
        "a.md": "# Cloud\n\nMount a volume with the driver of the cloud, in public.\n",
        "b.md": "# Rooms\n\nMount a volume with the driver of the rooms, in person.\n",
        "best.md": "# Mount a volume\n\nHow to mount a volume: mount the volume as [here]({}).\n",
    }
    for linked in ("a.md", "b.md"):
        text = texts["best.md"].format(linked)
        name = f"storage {linked}"
        make_collection(name, {**texts, "best.md": text}, owner=reader)
        run_jobs("resolve_links")
        request = SearchRequest("mount a volume", sources=(f"collection:{name}",))
        keys = [hit.source_key for hit in search(user=reader, request=request).results]
        assert keys[:2] == ["best.md", linked]


@pytest.mark.django_db
def test_a_search_goes_on_without_votes_and_says_so(pages, reader, monkeypatch):
    monkeypatch.setattr(votes, "PLACES", "SELECT nothing FROM nowhere")
    answer = search(user=reader, request=SearchRequest("install"))
    assert answer.results
    assert ("links", "STREAM_FAILED") in [(one.stream, one.code) for one in answer.degraded]


@pytest.mark.django_db
def test_documents_of_repositories_vote_too(make_source, sync):  # noqa: F811
    repository, _ = make_source(PAGES)
    sync(repository)
    rows = RepoDocument.objects.filter(repository=repository)
    pages = dict(rows.values_list("path", "pk"))
    verdicts = judge(dict.fromkeys(pages.values(), 1.0))
    voted = {key for key, pk in pages.items() if verdicts[pk].votes}
    assert voted == {"install.md", "configure.md"}


def test_depth_counts_against_the_found_documents_of_the_same_source():
    places = {
        "guide": Place("one", 0, ()),
        "reference": Place("one", 2, ()),
        "elsewhere": Place("other", 7, ()),
    }
    assert dict(relative_depths(places)) == {"guide": -1, "reference": 1, "elsewhere": 0}


@given(st.lists(st.lists(st.integers(0, 9), unique=True, max_size=9), max_size=10))
def test_each_voter_counts_at_most_once_for_a_document(links):
    voters = list(range(len(links)))
    places = {voter: Place("source", 0, targets) for voter, targets in enumerate(links)}
    counted = count_votes(voters, places)
    for target, number in counted.items():
        assert 0 < number <= sum(target in targets for targets in links)
        assert any(target in targets and target != voter for voter, targets in enumerate(links))
