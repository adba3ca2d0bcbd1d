"""Many syncs in a row leave what one sync of the outcome leaves."""

import itertools

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from apps.access.principals import operator
from apps.documents.models import (
    DocumentRedirect,
    RepoDocument,
    RepoDocumentChunk,
    RepoDocumentLink,
    Section,
    SectionRedirect,
)
from apps.documents.syncing import sync_repository
from apps.repos.adding import add_local_repository
from apps.retrieval.models import Passage
from tests.repos.worktrees import WorkTree

pytestmark = pytest.mark.django_db
numbers = itertools.count(1)
PATHS = ["README.md", "docs/a.md", "docs/b c.md", "docs/b-c.md", "x/ä.rst", "examples/e.py", ".env"]
PIECES = [
    "# Options\n\nfirst words of it\n",
    "# Options\n\nsecond words here\n\n## Deep\n\nmore\n",
    "plain text about nothing\n",
    "## Deep\n\n```\n# no heading\n```\n",
    "Title\n=====\n\nüñí text\n",
    "KEY=value\n",
    "See [one](a.md), [two](docs/b%20c), [three](/README.md) and [[options]].\n",
    "# 概要\n\n" + "字" * 600 + "\n",
]
contents = st.lists(st.sampled_from(PIECES), max_size=4).map("\n".join)
edits = st.one_of(
    st.tuples(st.just("write"), st.sampled_from(PATHS), contents),
    st.tuples(st.just("append"), st.integers(0, 9), st.sampled_from(PIECES)),
    st.tuples(st.just("prepend"), st.integers(0, 9), st.sampled_from(PIECES)),
    st.tuples(st.just("remove"), st.integers(0, 9), st.none()),
    st.tuples(st.just("move"), st.integers(0, 9), st.sampled_from([*PATHS, "docs/new/z.md"])),
    st.tuples(st.just("copy"), st.integers(0, 9), st.sampled_from(PATHS)),
)
rounds = st.lists(st.lists(edits, min_size=1, max_size=4), min_size=10, max_size=10)


def apply_edit(tree, files, edit):
    """One edit of the working tree; ``files`` is the model of it."""
    what, where, text = edit
    if what == "write":
        files[where] = text
    elif files:
        path = sorted(files)[where % len(files)]
        if what == "append":
            files[path] += text
        elif what == "prepend":
            files[path] = text + files[path]
        elif what == "copy":
            files[text] = files[path]
        else:
            content = files.pop(path)
            tree.remove(path)
            if what == "move":
                files[text] = content
    tree.write(files)


def index_of(repository):
    """Everything that is the same however the index came to be."""
    found = {}
    for document in RepoDocument.objects.filter(repository=repository):
        sections = list(Section.objects.filter(document=document).order_by("position"))
        places = {section.pk: section.position for section in sections} | {None: None}
        chunks = RepoDocumentChunk.objects.filter(document=document).order_by("chunk_index")
        targets = RepoDocumentLink.objects.filter(document=document).order_by("target__path")
        found[document.path] = (
            *(document.title, document.kind, document.bucket, document.format, document.note),
            *(document.content, document.content_hash, document.aliases, document.edited_at),
            list(targets.values_list("target__path", flat=True)),
            [
                (s.title, s.level, s.start_byte, s.end_byte, s.tree_end_byte, s.start_line,
                 s.end_line, s.tree_end_line, s.summary, s.anchor, places[s.parent_id])
                for s in sections
            ],
            [
                (c.chunk_index, c.content, c.heading_path, c.start_line, c.end_line,
                 places[c.section_id])
                for c in chunks
            ],
            [
                (p.document_id == document.pk, p.edited_at, p.names)
                for c in chunks
                for p in [Passage.objects.get(pk=c.pk)]
            ],
        )  # fmt: skip
    return found


def check_addresses(repository, seen):
    """What belongs to history: unique, and never in the way of what is live.

    ``seen`` are the sections that ids led to: an id leads to another one only when its own is gone.
    """
    documents = RepoDocument.objects.filter(repository=repository)
    paths = {path for d in documents for path in (d.path, *d.aliases)}
    old = set(DocumentRedirect.objects.filter(repository=repository).values_list("path", flat=True))
    assert paths & old == set()
    slugs = [document.slug for document in documents]
    assert len(set(slugs)) == len(slugs)
    for document in documents:
        live = dict(Section.objects.filter(document=document).values_list("address", "pk"))
        spent = SectionRedirect.objects.filter(document=document)
        old = dict(spent.values_list("address", "section"))
        assert live.keys() & old.keys() == set()
        for address, pk in (live | old).items():
            before = seen.setdefault((document.pk, address), pk)
            seen[document.pk, address] = pk
            assert before in {pk, None} or not Section.objects.filter(pk=before).exists()


def add(tree):
    name = f"local/team/r{next(numbers)}"
    return add_local_repository(user=operator(), path=tree.path, name=name)


@settings(
    max_examples=5,
    deadline=None,
    # Shrinking would take minutes: each try is eleven syncs.
    phases=[Phase.explicit, Phase.reuse, Phase.generate],
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(rounds)
def test_ten_syncs_in_a_row_equal_a_fresh_one(tmp_path, changes):
    tree = WorkTree(tmp_path / str(next(numbers)), {"README.md": "# Start\n"})
    files = {"README.md": "# Start\n"}
    repository = add(tree)
    seen = {}
    for some in changes:
        for edit in some:
            apply_edit(tree, files, edit)
        tree.commit()
        sync_repository(user=operator(), repository_id=repository.pk)
        check_addresses(repository, seen)
    fresh = add(tree)
    sync_repository(user=operator(), repository_id=fresh.pk)
    assert index_of(repository) == index_of(fresh)
    assert Passage.objects.filter(source_id=repository.pk).count() == sum(
        len(document[-1]) for document in index_of(repository).values()
    )
