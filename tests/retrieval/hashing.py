"""A small deterministic embedder: words hashed into 64 buckets, so shared words mean nearness."""

import hashlib
from collections.abc import Sequence

import numpy as np

from apps.retrieval.embedding.embedder import (
    EmbeddingFailedError,
    Matrix,
    PassageText,
    Pause,
    Row,
    go_on,
    unit_rows,
)


class HashingEmbedder:
    provider = "hashing"
    batch_size = 4
    batch_characters = 100
    dimension = 64
    texts_seen: list[str] = []
    is_away = False

    def __init__(self, model: str) -> None:
        self.model = model or "words"

    def embed_passages(self, texts: Sequence[PassageText], between: Pause = go_on) -> list[Matrix]:
        if self.is_away:
            raise EmbeddingFailedError("The provider is away.")
        self.texts_seen.extend(text.whole for text in texts)
        return [self.hashed([text.whole]) for text in texts]

    def hashed(self, texts: Sequence[str]) -> Matrix:
        rows = np.zeros((len(texts), self.dimension), np.float32)
        for row, text in enumerate(texts):
            for word in text.lower().split():
                bucket = hashlib.sha256(f"{self.model} {word}".encode()).digest()[0]
                rows[row, bucket % self.dimension] += 1
        return unit_rows(rows)

    def embed_query(self, text: str) -> Row:
        if self.is_away:
            raise EmbeddingFailedError("The provider is away.")
        return self.hashed([text])[0]
