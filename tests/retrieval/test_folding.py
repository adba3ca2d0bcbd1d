"""Copies are folded into the best of them; logs stand behind prose that is equally good."""

import pytest

from apps.access.principals import operator
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search
from apps.text.shingles import are_alike, shingles_of
from tests.retrieval.shelf import words_only

__all__ = ["words_only"]
pytestmark = pytest.mark.django_db
BODY = "\n\n".join(f"Step {n}: the spindle is oiled and set back into its frame." for n in range(9))


def found(query, **options):
    return search(user=operator(), request=SearchRequest(query, **options)).results


def test_copies_are_named_with_the_best_of_them(make_collection):
    make_collection(
        "one", {"oil.md": f"# Oiling\n\n{BODY}\n", "b.md": "# Frames\n\nOf a spindle.\n"}
    )
    make_collection("two", {"copy/oil.md": f"# Oiling\n\n{BODY}\n\nSee also frames.\n"})
    hits = found("how is the spindle oiled")
    assert [hit.source_key for hit in hits] in (["oil.md", "b.md"], ["copy/oil.md", "b.md"])
    [copy] = hits[0].provenance["copies"]
    assert {copy, hits[0].mark} == {
        "collection:one/oil.md#oiling",
        "collection:two/copy/oil.md#oiling",
    }
    assert hits[0].why.endswith("the same text stands in 1 more place")
    assert hits[1].provenance["copies"] == []


def test_folding_leaves_as_many_hits_as_are_asked_for(make_collection):
    pages = {f"{n}.md": f"# Oiling\n\n{BODY}\n" for n in range(4)}
    make_collection("one", {**pages, "x.md": "# Frames\n\nOf the oiled spindle.\n"})
    assert len(found("how is the spindle oiled", top_k=2)) == 2


def test_a_log_of_changes_stands_behind_prose_that_is_equally_good(make_collection):
    text = "# {}\n\nThe spindle.\n"
    make_collection(
        "one", {"changelog.md": text.format("One"), "pages/spindle.md": text.format("Two")}
    )
    assert [hit.source_key for hit in found("spindle")] == ["pages/spindle.md", "changelog.md"]


def test_texts_are_alike_when_nearly_all_runs_of_words_are_the_same():
    one = shingles_of(BODY)
    assert are_alike(one, shingles_of(BODY + " And more."))
    assert not are_alike(one, shingles_of(BODY + " " + " ".join(map(str, range(80)))))
    assert not are_alike(shingles_of("a b"), shingles_of("a c"))


def test_a_few_copies_that_differ_in_details_are_one_hit(make_collection, words_only):
    pages = {}
    for number in range(4):
        words = (BODY + " Nobody leaves the quay before the log is signed.").split()
        words[5 + number] = "nightly"
        pages[f"{number}.md"] = f"# Berth {number}\n\n{' '.join(words)}\n"
    make_collection("dups", pages)
    (hit,) = found("spindle frame quay")
    assert len(hit.provenance["copies"]) == 3
