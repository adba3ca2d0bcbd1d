"""Chunks of hits are what the query of all others would have loaded."""

import pytest

from apps.collections.models import Chunk
from apps.retrieval.chunk_rows import load_chunks
from apps.retrieval.hits import with_documents


def facts_of(row):
    """What is loaded of a row, without what hangs on it."""
    return {name: value for name, value in vars(row).items() if name != "_state"}


@pytest.mark.parametrize("count", [1, 3])
def test_the_statement_loads_what_the_query_loads(
    make_collection, count, django_assert_num_queries
):
    texts = {f"{n}.md": f"# Page {n}\n\n## Keys\n\nRotate key {n}." for n in range(count)}
    make_collection("Runbooks", texts)
    make_collection("Other", {"other.md": "# Other\n\nRotate keys."})
    wanted = {
        row.pk: row for row in with_documents(Chunk.objects.exclude(content__contains="keys"))
    }
    with django_assert_num_queries(1):
        found = load_chunks(list(wanted))
        for pk, chunk in found.items():
            assert facts_of(chunk) == facts_of(wanted[pk])
            assert facts_of(chunk.document) == facts_of(wanted[pk].document)
            ours, theirs = chunk.document.collection, wanted[pk].document.collection
            assert facts_of(ours) == facts_of(theirs)
    assert found.keys() == wanted.keys()
    assert len(found) >= count


def test_chunks_that_are_gone_are_left_out(make_collection):
    make_collection("Runbooks", {"a.md": "# A\n\nRotate keys."})
    ids = [*Chunk.objects.values_list("pk", flat=True)]
    Chunk.objects.all().delete()
    assert load_chunks(ids) == {}
