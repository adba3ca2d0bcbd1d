"""Any endpoint that speaks OpenAI's embeddings API (POST {base}/embeddings)."""

import json
import time
import urllib.error
import urllib.request
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

TIMEOUT_SECONDS = 60
TRIES = 4
RETRIED = {408, 409, 429, 500, 502, 503, 504}
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
        body = json.dumps({"model": self.model, "input": [text or EMPTY for text in texts]})
        request = urllib.request.Request(  # noqa: S310  the address is the operator's own setting
            f"{self.base_url}/embeddings",
            data=body.encode(),
            headers={
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}),
            },
        )
        for attempt in range(1, tries + 1):
            try:
                with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
                    return read_vectors(json.load(response), expected=len(texts))
            except urllib.error.HTTPError as error:
                error.close()
                if error.code not in RETRIED or attempt == tries:
                    raise EmbeddingFailedError(
                        f"The embedding endpoint answered {error.code}."
                    ) from error
            except (OSError, ValueError) as error:
                if attempt == tries:
                    raise EmbeddingFailedError(
                        f"The embedding endpoint cannot be used: {error}."
                    ) from error
            time.sleep(2**attempt)
        raise EmbeddingFailedError("The embedding endpoint does not answer.")


def read_vectors(answer: Any, *, expected: int) -> list[list[float]]:
    """The vectors of an answer in the order of the inputs; `EmbeddingFailedError` if malformed."""
    try:
        rows = sorted(answer["data"], key=lambda row: row["index"])
        vectors = [[float(value) for value in row["embedding"]] for row in rows]
    except (KeyError, TypeError, ValueError) as error:
        raise EmbeddingFailedError("The embedding endpoint's answer is malformed.") from error
    if len(vectors) != expected or len({len(vector) for vector in vectors}) > 1:
        raise EmbeddingFailedError("The embedding endpoint sent the wrong number of vectors.")
    return vectors
