import uuid

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.retrieval.candidates import Candidate
from apps.retrieval.fusion import fuse

A, B, C = (uuid.UUID(int=number) for number in (1, 2, 3))


def stream(*ids):
    return [Candidate(pk, 0.5) for pk in ids]


def test_three_streams_give_the_sum_of_reciprocal_ranks():
    fused = fuse({"one": stream(A, B), "two": stream(B, C), "three": stream(A, C, B)})
    assert [one.id for one in fused] == [B, A, C]
    assert fused[0].score == pytest.approx(1 / 62 + 1 / 61 + 1 / 63)


def test_ties_go_to_the_smaller_id():
    assert [one.id for one in fuse({"one": stream(C), "two": stream(A)})] == [A, C]


def test_a_light_stream_cannot_outweigh_a_full_one():
    fused = fuse({"lexical": stream(A, B), "dense": stream(C)}, weights={"dense": 0.01})
    assert [one.id for one in fused] == [A, B, C]


def test_an_exact_find_comes_first_whatever_the_others_say():
    fused = fuse({"exact": stream(C), "one": stream(A, B), "two": stream(A, B)}, first="exact")
    assert [one.id for one in fused] == [C, A, B]


@given(st.lists(st.lists(st.uuids(), unique=True, max_size=6), max_size=4))
def test_fusion_is_deterministic_and_keeps_every_candidate_once(lists):
    streams = {str(number): stream(*ids) for number, ids in enumerate(lists)}
    fused = fuse(streams)
    assert fused == fuse(streams)
    assert sorted(one.id for one in fused) == sorted({pk for ids in lists for pk in ids})
    scores = [one.score for one in fused]
    assert scores == sorted(scores, reverse=True)
