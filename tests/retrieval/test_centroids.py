"""The means of documents' vectors."""

import numpy as np
import pytest

from apps.access.principals import operator
from apps.collections.models import Document
from apps.retrieval.dense import DOCUMENT_SHARE
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.models import DocumentVector, Passage, Vector
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from tests.retrieval.conftest import fill, run_jobs

LONG = "# Sea\n\n" + "\n\n".join(f"## Part {n}\n\n" + f"word{n} " * 400 for n in range(4))
pytestmark = pytest.mark.django_db


def means():
    return {one.document_id: np.array(one.embedding) for one in DocumentVector.objects.all()}


def expected():
    vectors = {}
    for vector in Vector.objects.select_related("passage"):
        vectors.setdefault(vector.passage.document_id, []).append(vector.embedding)
    return {pk: np.mean(rows, axis=0) for pk, rows in vectors.items()}


def assert_true():
    found, wanted = means(), expected()
    assert found.keys() == wanted.keys()
    assert all(np.allclose(found[pk], wanted[pk], atol=2e-3) for pk in found)


def test_each_document_has_the_mean_of_its_vectors(make_collection, hashing):
    collection = make_collection("seas", {"sea.md": LONG, "short.md": "# Short\n\nText.\n"})
    assert means() == {}
    run_jobs()
    assert len(means()) == 2
    assert_true()
    fill(collection, {"sea.md": LONG.replace("word3 ", "other "), "new.md": "# New\n\nText.\n"})
    run_jobs()
    assert len(means()) == 3
    assert_true()


def test_a_document_that_loses_a_passage_loses_its_mean_until_it_is_made_anew(
    make_collection, hashing
):
    collection = make_collection("seas", {"sea.md": LONG, "short.md": "# Short\n\nText.\n"})
    run_jobs()
    fill(collection, {"sea.md": LONG[: LONG.index("## Part 3")]})
    assert Document.objects.get(source_key="sea.md").pk not in means()
    run_jobs()
    assert_true()
    collection.delete()
    assert means() == {}


def test_a_passage_is_as_near_as_it_and_its_document_are(make_collection, hashing):
    make_collection("seas", {"sea.md": LONG})
    run_jobs()

    def nearness():
        answer = search(user=operator(), request=SearchRequest("word1 of the sea"))
        return {hit.chunk_id: hit.streams["dense"]["score"] for hit in answer.results}

    together = nearness()
    question = hashing("words").embed_query("word1 of the sea")
    [mean] = means().values()
    DocumentVector.objects.all().delete()
    alone = nearness()
    for pk, score in alone.items():
        wanted = (1 - DOCUMENT_SHARE) * score + DOCUMENT_SHARE * float(mean @ question)
        assert together[pk] == pytest.approx(wanted, abs=2e-3)
    assert Passage.objects.count() == len(alone) > 2
    assert active_space() is not None
