from math import log2

import pytest
from hypothesis import given
from hypothesis import strategies as st

from apps.retrieval.golden.metrics import measure


@pytest.mark.parametrize(
    ("found", "expected", "figures"),
    [
        ("abc", "a", (1.0, 1.0, 1.0)),
        ("abc", "c", (1.0, 1 / log2(4), 1 / 3)),
        ("abc", "ab", (1.0, 1.0, 1.0)),
        ("abc", "x", (0.0, 0.0, 0.0)),
        ("", "a", (0.0, 0.0, 0.0)),
        ("xa", "ay", (0.5, (1 / log2(3)) / (1 + 1 / log2(3)), 0.5)),
        ("bcdefghijka", "a", (0.0, 0.0, 0.0)),
    ],
)
def test_known_rankings_have_known_figures(found, expected, figures):
    quality = measure(found, expected)
    assert (quality.recall, quality.ndcg, quality.reciprocal_rank) == pytest.approx(figures)


def test_a_document_that_is_gone_counts_as_not_found():
    assert measure("ab", ["a", None]).ranks == (1, None)
    assert measure("ab", ["a", None]).recall == 0.5


@given(
    st.lists(st.integers(0, 30), unique=True, max_size=20),
    st.lists(st.integers(0, 30), unique=True, min_size=1, max_size=15),
)
def test_figures_lie_between_nothing_and_all(found, expected):
    quality = measure(found, expected)
    for figure in (quality.recall, quality.ndcg, quality.reciprocal_rank):
        assert 0 <= figure <= 1.0000001
    assert (quality.ndcg > 0) == (quality.recall > 0) == (quality.reciprocal_rank > 0)
