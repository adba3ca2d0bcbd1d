"""The inverted index: what imports write, what merging keeps, what a search makes of it."""

import math
from collections import Counter
from importlib import import_module
from types import SimpleNamespace

import numpy as np
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from apps.access.principals import operator
from apps.collections.models import Collection, Document
from apps.retrieval.lexical import postings
from apps.retrieval.lexical.postings import small_ones, tidy
from apps.retrieval.lexical.scoring import (
    ENTRY,
    K1,
    B,
    Statistics,
    Term,
    best_first,
    score_passages,
)
from apps.retrieval.lexical.stream import lexical_stream
from apps.retrieval.models import LexicalSegment, Passage, Posting, TermKind
from apps.retrieval.request import SearchRequest
from apps.retrieval.scope import build_scope
from apps.retrieval.search import search
from tests.retrieval.conftest import fill

texts = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=12), max_size=12)


def entries(rows):
    return np.array(rows, ENTRY)


@given(texts, st.lists(st.sampled_from("abcdef"), max_size=6))
def test_scores_are_bm25(bodies, question):
    lengths = [len(body) for body in bodies]
    mean = sum(lengths) / len(bodies) if bodies else 0.0
    terms, expected = [], Counter()
    for word, times in Counter(question).items():
        holders = [
            (number, body.count(word), len(body))
            for number, body in enumerate(bodies)
            if word in body
        ]
        terms.append(Term(times, entries(holders), Statistics(len(bodies), mean)))
        rarity = math.log(1 + (len(bodies) - len(holders) + 0.5) / (len(holders) + 0.5))
        for number, count, length in holders:
            norm = K1 * (1 - B + B * length / max(mean, 1))
            expected[number] += times * rarity * count * (K1 + 1) / (count + norm)
    numbers, scores = score_passages(terms)
    assert dict(zip(numbers.tolist(), scores.tolist(), strict=True)) == pytest.approx(expected)


def test_the_best_come_first_and_ties_by_number():
    numbers = np.array([4, 2, 9, 1])
    scores = np.array([1.0, 3.0, 1.0, 1.0])
    assert numbers[best_first(numbers, scores, 9)].tolist() == [2, 1, 4, 9]
    assert numbers[best_first(numbers, scores, 2)].tolist() == [2, 1]


def index_of(source_id):
    """Term to its living passages with frequency and length, whatever the segments."""
    alive = set(Passage.objects.values_list("number", flat=True))
    found = {}
    for posting in Posting.objects.filter(source_id=source_id):
        rows = [tuple(map(int, row)) for row in np.frombuffer(posting.entries, ENTRY)]
        kept = [row for row in rows if row[0] in alive]
        if kept:
            found.setdefault((posting.kind, posting.term), []).extend(kept)
    return {term: sorted(rows) for term, rows in found.items()}


@pytest.mark.django_db
def test_a_word_counts_three_times_in_the_title_and_once_in_the_body(make_collection):
    collection = make_collection("one", {"a.md": "# Rotate keys\n\nKeys rotate the lock.\n"})
    number = Passage.objects.get().number
    index = index_of(collection.pk)
    assert index[TermKind.LEXEME, "rotat"] == [(number, 5, 11)]
    assert index[TermKind.LEXEME, "lock"] == [(number, 1, 11)]
    segment = LexicalSegment.objects.get()
    assert (segment.source_id, segment.passages, segment.lexemes) == (collection.pk, 1, 11)


@pytest.mark.django_db
def test_merging_keeps_every_passage_of_every_term_once(make_collection):
    collection = make_collection("many", {})
    for number in range(postings.MANY_SEGMENTS + 3):
        fill(
            collection,
            {f"{number}.md": f"# Page {number}\n\nword{number} common read_all_{number}\n"},
        )
    before, answer = index_of(collection.pk), ids("common")
    tidy(collection.pk)
    assert LexicalSegment.objects.count() < postings.MANY_SEGMENTS
    assert index_of(collection.pk) == before
    assert ids("common") == answer
    assert sum(LexicalSegment.objects.values_list("passages", flat=True)) == len(answer)


@pytest.mark.django_db
def test_replaced_passages_are_not_found_and_leave_the_index_when_they_are_many(make_collection):
    pages = {f"{number}.md": f"# Page {number}\n\nold words\n" for number in range(6)}
    collection = make_collection("one", pages)
    fill(collection, {key: text.replace("old", "new") for key, text in list(pages.items())[:3]})
    assert (len(ids("old")), len(ids("new"))) == (3, 3)
    kept = index_of(collection.pk)
    tidy(collection.pk)
    assert index_of(collection.pk) == kept
    assert sum(LexicalSegment.objects.values_list("passages", flat=True)) == 6
    assert LexicalSegment.objects.count() == 1


@pytest.mark.django_db
def test_the_index_goes_with_its_source(make_collection):
    keep, drop = (
        make_collection("keep", {"a.md": "# A\n"}),
        make_collection("drop", {"b.md": "# B\n"}),
    )
    Collection.objects.filter(pk=drop.pk).delete()
    assert {segment.source_id for segment in LexicalSegment.objects.all()} == {keep.pk}
    assert set(Posting.objects.values_list("source_id", flat=True)) == {keep.pk}


@given(st.lists(st.integers(1, 1000), min_size=postings.MANY_SEGMENTS + 1, max_size=30))
def test_merging_chooses_the_smallest_segments_and_at_least_half_a_dozen_or_so(sizes):
    segments = [LexicalSegment(pk=n, passages=size) for n, size in enumerate(sorted(sizes))]
    chosen = small_ones(segments)
    assert chosen == segments[: len(chosen)]
    assert len(chosen) >= postings.MANY_SEGMENTS // 2


def ids(query, *, user=None, **options):
    scope = build_scope(user=user or operator(), request=SearchRequest(query, **options))
    return [candidate.id for candidate in lexical_stream(query, scope)]


@pytest.mark.django_db
def test_what_others_keep_private_changes_neither_order_nor_scores(make_collection, reader):
    pages = {
        f"{n}.md": f"# Page {n}\n\n{'deploy ' * n} the server{' again' * n}\n" for n in range(1, 9)
    }
    make_collection("mine", pages, owner=reader)
    request = SearchRequest("deploy the server again")
    before = search(user=reader, request=request)
    hidden = {f"x{n}.md": f"# Deploy server {n}\n\n{'server again ' * 30}\n" for n in range(40)}
    make_collection("theirs", hidden)
    after = search(user=reader, request=request)
    assert after == before
    assert len(before.results) == 8
    assert search(user=operator(), request=request) != before


@pytest.mark.django_db
def test_filters_that_leave_few_passages_still_find_them(make_collection, monkeypatch):
    collection = make_collection("one", {f"{n:03}.md": "# Same\n\nsame words\n" for n in range(60)})
    monkeypatch.setattr("apps.retrieval.lexical.stream.CANDIDATES", 4)
    assert len(ids("same words")) == 4
    last = Document.objects.get(source_key="059.md")
    mark = f"collection:{collection.name}/059.md"
    assert ids("same words", sources=(mark,)) == [last.chunks.get().pk]


FOUND = (
    *(
        "read_all",
        "ParseConfig",
        "parse config",
        "module.ParseConfig",
        "--dry-run",
        "sltr_images",
        "sltr_im",
    ),
    *("データ", "ベース", "C++", "unreadable OR read_all", "x or and or y", "word " * 60),
)
NOT_FOUND = ("'\":*", "((", "\\", "unheard-of")


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("query", "keys"), [*((q, ["a.md"]) for q in FOUND), *((q, []) for q in NOT_FOUND)]
)
def test_odd_queries_find_the_page_that_holds_them_and_no_other(make_collection, query, keys):
    body = (
        "Call `module.ParseConfig.read_all()` with --dry-run; see sltr_images. "
        "データベースを使う. In C++ or word, x and y, of the and a."
    )
    make_collection("one", {"a.md": f"# Notes\n\n{body}\n", "b.md": "# Other\n\nNothing here.\n"})
    found = Document.objects.filter(chunks__in=ids(query)).values_list("source_key", flat=True)
    assert list(found) == keys


@pytest.mark.django_db
def test_letters_are_found_without_their_marks_also_in_what_was_indexed_before(make_collection):
    make_collection("towns", {"a.md": "# Łódź\n\nÜber die Straße.\n", "b.md": "# Plain\n\nwords\n"})
    before = dict(Passage.objects.values_list("document_id", "number"))
    migration = import_module("apps.retrieval.migrations.0020_fold_letters")
    migration.index_again(None, SimpleNamespace(connection=connection))
    renewed = {
        pk
        for pk, number in Passage.objects.values_list("document_id", "number")
        if before[pk] != number
    }
    (key,) = Document.objects.filter(pk__in=renewed).values_list("source_key", flat=True)
    assert key == "a.md"
    for typed in ("lodz", "ŁÓDŹ", "strasse", "Straße", "uber"):
        answer = search(user=operator(), request=SearchRequest(typed))
        assert [hit.source_key for hit in answer.results if "lexical" in hit.streams] == ["a.md"]
