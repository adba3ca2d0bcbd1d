"""Counts of passages and vectors that the database keeps by itself."""

import pytest

from apps.access.principals import operator
from apps.collections.models import Chunk
from apps.jobs.models import Job, JobKind
from apps.jobs.runner import run_job
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.models import Passage, PassageTally, Vector
from apps.retrieval.request import SearchRequest
from apps.retrieval.scope import build_scope
from apps.retrieval.tallies import compact_tallies, count_passages
from tests.factories import write_document

pytestmark = pytest.mark.django_db


def counted():
    scope = build_scope(user=operator(), request=SearchRequest("words"))
    return count_passages(scope, active_space())


def real():
    return Passage.objects.count(), Vector.objects.filter(part=0).count()


def embed(collection):
    job = Job.objects.filter(kind=JobKind.EMBED, target_id=collection.pk).latest("created_at")
    run_job(str(job.pk))


def test_counts_are_exact_through_writes_edits_removals_and_summing_up(make_collection):
    page = "# One\n\nalpha\n\n## Two\n\n" + "beta " * 1200
    pages = {f"{number}.md": page for number in range(10)}
    first, second = (make_collection(name, pages) for name in ("first", "second"))
    assert counted() == real()
    embed(first)
    embed(second)
    assert counted() == real()
    assert counted()[1] == counted()[0] > 10
    write_document(first, "0.md", "# One\n\nalpha and more\n")
    assert counted() == real()
    Chunk.objects.filter(document__collection=first, document__source_key="1.md").delete()
    assert counted() == real()
    rows = PassageTally.objects.count()
    compact_tallies()
    assert counted() == real()
    assert PassageTally.objects.count() < rows
    second.delete()
    assert counted() == real()
    first.delete()
    assert counted() == real() == (0, 0)
