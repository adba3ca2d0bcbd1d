"""Fusion by scores."""

import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.retrieval.candidates import Candidate
from apps.retrieval.mixing import mix

A, B, C, D = (uuid.UUID(int=number) for number in (1, 2, 3, 4))


def stream(scores):
    return [Candidate(pk, score) for pk, score in sorted(scores.items(), key=lambda one: -one[1])]


def order(streams, share=0.4):
    return [one.id for one in mix(streams, dense_share=share)]


def test_a_stream_that_prefers_one_by_far_decides():
    streams = {"lexical": stream({A: 9.0, B: 1.0, C: 0.9}), "dense": stream({B: 0.71, A: 0.7})}
    assert order(streams)[0] == A
    streams = {"lexical": stream({A: 2.1, B: 2.0, C: 1}), "dense": stream({B: 0.9, A: 0.5, C: 0.5})}
    assert order(streams)[0] == B


def test_without_meaning_the_order_is_that_of_words_and_the_other_way_round():
    streams = {
        "lexical": stream({A: 3.0, B: 2.0, C: 1.0}),
        "dense": stream({C: 0.9, B: 0.8, A: 0.7}),
    }
    assert order(streams, share=0.0) == [A, B, C]
    assert order(streams, share=1.0)[:2] == [C, B]


def test_a_single_match_by_words_beats_those_without():
    streams = {"lexical": stream({C: 4.0}), "dense": stream({A: 0.61, B: 0.6, C: 0.59})}
    assert order(streams)[0] == C


def test_the_best_passage_of_a_document_stands_for_all_that_it_says():
    other = uuid.uuid4()
    streams = {
        "lexical": [Candidate(A, 9.0, other), Candidate(C, 8.0), Candidate(D, 1.0)],
        "dense": [Candidate(B, 0.9, other), Candidate(C, 0.75), Candidate(D, 0.5)],
    }
    assert order(streams)[0] == A
    apart = {name: [Candidate(x.id, x.score) for x in found] for name, found in streams.items()}
    assert order(apart)[0] == C


def test_only_one_passage_of_a_document_is_lifted():
    other = uuid.uuid4()
    lexical = [Candidate(A, 9.0, other), Candidate(C, 8.0), Candidate(B, 1.0, other)]
    dense = [Candidate(B, 0.9, other), Candidate(C, 0.8), Candidate(A, 0.2, other)]
    assert order({"lexical": lexical, "dense": dense}) == [A, C, B]


def test_what_has_the_name_comes_first_and_the_page_before_the_heading():
    streams = {
        "lexical": stream({A: 9.0, B: 8.0}),
        "dense": stream({A: 0.9}),
        "exact": stream({D: 1.0, C: 0.5}),
    }
    assert order(streams) == [D, C, A, B]


def test_other_streams_take_turns_with_the_mix():
    streams = {"lexical": stream({B: 9.0, D: 8.0}), "symbols": stream({A: 1.0, C: 0.4})}
    assert order(streams) == [A, B, C, D]


def test_ties_go_to_the_smaller_id():
    assert order({"lexical": stream({C: 1.0, A: 1.0, B: 1.0})}) == [A, B, C]


scores = st.dictionaries(st.uuids(), st.floats(0, 100), max_size=6)


@given(scores, scores, scores, st.floats(0, 1))
def test_every_candidate_is_kept_once_in_a_fixed_order(lexical, dense, symbols, share):
    streams = {"lexical": stream(lexical), "dense": stream(dense), "symbols": stream(symbols)}
    mixed = mix(streams, dense_share=share)
    assert mixed == mix(streams, dense_share=share)
    assert sorted(one.id for one in mixed) == sorted({*lexical, *dense, *symbols})
    found = [one.score for one in mixed]
    assert found == sorted(found, reverse=True)
    assert all(0 <= one <= 1 for one in found)


def test_nothing_found_is_nothing():
    assert mix({"lexical": [], "dense": []}, dense_share=0.4) == []
    assert mix({}, dense_share=0.4) == []


def test_scores_are_those_of_the_logistic_of_the_mean():
    [best, last] = mix({"lexical": stream({A: 2.0, B: 1.0})}, dense_share=0.0)
    assert (best.score, last.score) == pytest.approx((0.731059, 0.268941), abs=1e-5)
