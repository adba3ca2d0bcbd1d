"""Any endpoint that speaks OpenAI's embeddings API (POST {base}/embeddings)."""

import math
import time
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from django.conf import settings

from apps.retrieval.embedding.embedder import (
    EmbeddingFailedError,
    Matrix,
    PassageText,
    Pause,
    Row,
    go_on,
    unit_rows,
)
from apps.retrieval.endpoints import EndpointError, post_json

TIMEOUT_SECONDS = 60
TRIES = 4
# No status at all: it could not be reached, or what came was no answer.
RETRIED = {None, 408, 409, 429, 500, 502, 503, 504}
# The API takes 300,000 tokens a request; a token is rarely less than one character.
BATCH_CHARACTERS = 300_000
# The API refuses an empty input; a space stands in for it.
EMPTY = " "


class OpenAIEmbedder:
    """Asks the configured endpoint, in batches of the configured size, with back-off."""

    provider = "openai"

    def __init__(self, model: str) -> None:
        options = settings.PRESSMARK.embedding
        self.model = model
        self.base_url = options.base_url
        self.api_key = options.api_key
        self.batch_size = options.batch_size
        self.batch_characters = BATCH_CHARACTERS

    @cached_property
    def dimension(self) -> int:
        """As long as the endpoint's vectors are (asked once per process)."""
        return int(self.embed_query("dimension").shape[0])

    def embed_passages(self, texts: Sequence[PassageText], between: Pause = go_on) -> list[Matrix]:
        """One request for each ``batch_size`` texts; these models read a passage in one window."""
        rows: list[list[float]] = []
        for start in range(0, len(texts), self.batch_size):
            between()
            part = texts[start : start + self.batch_size]
            rows += self._request([text.whole for text in part])
        return [unit_rows(np.array([row], np.float32)) for row in rows]

    def embed_query(self, text: str) -> Row:
        """A single text; these models take questions and passages alike."""
        row: Row = unit_rows(np.array(self._request([text], tries=1), np.float32))[0]
        return row

    def _request(self, texts: Sequence[str], tries: int = TRIES) -> list[list[float]]:
        if not self.base_url:
            raise EmbeddingFailedError("The embedding endpoint has no address in the settings.")
        address = f"{self.base_url}/embeddings"
        body = {"model": self.model, "input": [text or EMPTY for text in texts]}
        for attempt in range(1, tries + 1):
            try:
                answer = post_json(address, body, api_key=self.api_key, seconds=TIMEOUT_SECONDS)
            except EndpointError as error:
                if error.status not in RETRIED or attempt == tries:
                    raise EmbeddingFailedError(f"The embedding endpoint {error}.") from error
                time.sleep(2**attempt)
            else:
                return read_vectors(answer, expected=len(texts))
        raise EmbeddingFailedError("The embedding endpoint does not answer.")


def read_vectors(answer: Any, *, expected: int) -> list[list[float]]:
    """The vectors of an answer in the order of the inputs; `EmbeddingFailedError` if malformed."""
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise EmbeddingFailedError("The embedding endpoint's answer is malformed.") from error
    if len(vectors) != expected or len({len(vector) for vector in vectors}) > 1:
        raise EmbeddingFailedError("The embedding endpoint sent the wrong number of vectors.")
    if not all(vector and all(map(math.isfinite, vector)) for vector in vectors):
        raise EmbeddingFailedError("The embedding endpoint sent a vector that is none.")
    return vectors
