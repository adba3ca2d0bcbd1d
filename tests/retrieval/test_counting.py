"""Counting on arrays gives what counting term by term gives."""

from collections import Counter

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from apps.retrieval.lexical.counting import LARGEST, Field, count_terms
from apps.retrieval.lexical.scoring import ENTRY
from apps.text.terms import text_identifiers, text_words

texts = st.lists(
    st.sampled_from(["keys", "Keys", "rotate", "the", "foo_bar", "C++", "--dry-run", "東京", "x"]),
    max_size=8,
).map(" ".join)
fields = st.builds(Field, texts, st.integers(0, 3), st.integers(0, 1))


def counted_one_by_one(numbers, passages, terms_of, weight_of):
    found = {}
    total = 0
    for number, parts in zip(numbers, passages, strict=True):
        counts = Counter()
        for part in parts:
            for term in terms_of(part.text):
                counts[term] += weight_of(part)
        counts = +counts
        total += counts.total()
        for term, times in counts.items():
            found.setdefault(term, []).append((number, times, counts.total()))
    return found, total


def unpacked(counted):
    return {
        term: [tuple(map(int, row)) for row in np.frombuffer(entries, ENTRY)]
        for term, entries in counted.postings
    }


@settings(max_examples=60)
@given(st.lists(st.lists(fields, max_size=3), max_size=6))
def test_postings_are_those_of_counting_one_by_one(passages):
    numbers = [3 + 2 * place for place in range(len(passages))]
    words, identifiers = count_terms(numbers, passages)
    expected = counted_one_by_one(numbers, passages, text_words, lambda field: field.words)
    assert (unpacked(words), words.length) == expected
    expected = counted_one_by_one(
        numbers, passages, text_identifiers, lambda field: field.identifiers
    )
    assert (unpacked(identifiers), identifiers.length) == expected
    assert [term for term, _ in words.postings] == sorted(term for term, _ in words.postings)


def test_frequencies_and_lengths_stay_within_two_bytes():
    words, _ = count_terms([1], [[Field("word " * (LARGEST + 10), 1, 1)]])
    assert unpacked(words) == {"word": [(1, LARGEST, LARGEST)]}
