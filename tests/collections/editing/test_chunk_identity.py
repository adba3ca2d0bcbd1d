import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from apps.collections.models import Chunk, Document
from tests.factories import CollectionFactory, write_document

pytestmark = pytest.mark.django_db

SECTION = st.tuples(st.sampled_from("ABC"), st.sampled_from(["one", "two", "three"]))
PAGES = st.lists(SECTION, min_size=1, max_size=6)


def page(sections):
    """Each section is long enough to be a chunk of its own."""
    return "".join(f"# {name}\n\n{word} {'filler ' * 70}\n\n" for name, word in sections)


def identities(document):
    """Ids of the chunks by text and heading path, in order."""
    found = {}
    for chunk in Chunk.objects.filter(document=document).order_by("chunk_index"):
        found.setdefault((chunk.content, tuple(chunk.heading_path)), []).append(chunk.pk)
    return found


@given(before=PAGES, after=PAGES)
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_what_an_edit_leaves_alone_keeps_its_id(before, after):
    collection = CollectionFactory()
    write_document(collection, "a.md", page(before))
    document = Document.objects.get(collection=collection)
    old = identities(document)
    write_document(collection, "a.md", page(after))
    new = identities(document)
    for key, ids in new.items():
        stored = old.get(key, [])
        shared = min(len(stored), len(ids))
        assert ids[:shared] == stored[:shared]
    rows = Chunk.objects.filter(document=document).order_by("chunk_index")
    assert list(rows.values_list("chunk_index", flat=True)) == list(range(len(rows)))
    assert "".join(chunk.content for chunk in rows).split() == page(after).split()


def test_a_passage_under_a_new_heading_keeps_its_id_but_never_takes_anothers(collection):
    parts = [("A", "X"), ("C", "X")]

    def text(tops):
        return "".join(
            f"# {top}\n\n{top} {'filler ' * 800}\n\n## X\n\n{'same ' * 800}\n\n" for top in tops
        )

    write_document(collection, "a.md", text("AC"))
    before = identities(Document.objects.get())
    same = next(content for content, path in before if path == parts[0])
    write_document(collection, "a.md", text("BC"))
    after = identities(Document.objects.get())
    assert after[same, ("C", "X")] == before[same, ("C", "X")]
    assert after[same, ("B", "X")] == before[same, ("A", "X")]
