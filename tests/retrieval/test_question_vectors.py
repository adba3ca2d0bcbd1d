"""Vectors of questions are made once, for each model, and only so many are kept."""

import numpy as np
import pytest

from apps.retrieval.embedding.embedder import EmbeddingFailedError
from apps.retrieval.embedding.questions import QuestionVectors
from apps.retrieval.embedding.spaces import spaces_to_fill
from apps.retrieval.meaning import embed_meanwhile
from tests.retrieval.hashing import HashingEmbedder


def test_a_question_that_was_asked_before_has_the_same_vector_without_the_model(monkeypatch):
    vectors, embedder = QuestionVectors(), HashingEmbedder("words")
    made = vectors.make(embedder, "rotate keys")
    monkeypatch.setattr(HashingEmbedder, "is_away", True)
    assert np.array_equal(vectors.known(embedder, "rotate keys"), made)
    assert vectors.known(embedder, "rotate the keys") is None


def test_another_model_has_vectors_of_its_own():
    vectors, words, other = QuestionVectors(), HashingEmbedder("words"), HashingEmbedder("other")
    made = vectors.make(words, "rotate keys")
    assert vectors.known(other, "rotate keys") is None
    assert not np.array_equal(vectors.make(other, "rotate keys"), made)
    assert np.array_equal(vectors.known(words, "rotate keys"), made)


def test_the_question_that_nobody_asked_for_longest_is_forgotten():
    vectors, embedder = QuestionVectors(most=2), HashingEmbedder("words")
    for question in ("first", "second"):
        vectors.make(embedder, question)
    vectors.known(embedder, "first")
    vectors.make(embedder, "third")
    known = [
        one for one in ("first", "second", "third") if vectors.known(embedder, one) is not None
    ]
    assert known == ["first", "third"]


def test_a_failure_is_not_remembered(monkeypatch):
    vectors, embedder = QuestionVectors(), HashingEmbedder("words")
    monkeypatch.setattr(HashingEmbedder, "is_away", True)
    with pytest.raises(EmbeddingFailedError):
        vectors.make(embedder, "rotate keys")
    monkeypatch.setattr(HashingEmbedder, "is_away", False)
    assert vectors.known(embedder, "rotate keys") is None
    assert np.array_equal(
        vectors.make(embedder, "rotate keys"), embedder.embed_query("rotate keys")
    )


def test_what_is_remembered_cannot_be_changed_by_those_who_get_it():
    row = QuestionVectors().make(HashingEmbedder("words"), "rotate keys")
    with pytest.raises(ValueError, match="read-only"):
        row[0] = 1


def test_a_search_takes_the_vector_it_knows(db):
    [space] = spaces_to_fill()
    first = embed_meanwhile("rotate keys", space).result()
    assert embed_meanwhile("rotate keys", space).result() is first
