"""The model that works out of the box, offline: bge-small-en-v1.5 as int8 ONNX.

The two model files come inside the package `compartment`, which is never imported. Pooling and
query prefix follow the model card of BAAI/bge-small-en-v1.5: CLS token, L2 norm.
"""

import hashlib
import importlib.util
import threading
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from itertools import chain, islice
from pathlib import Path
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
from apps.retrieval.embedding.runtime import load_session
from apps.retrieval.embedding.windows import (
    CLS,
    MAX_TOKENS,
    SEP,
    sample_text,
    spread,
    token_windows,
)

MODEL = "bge-small-en-v1.5-int8"
DIMENSION = 384
QUERY_PREFIX = "Represent this sentence for searching relevant passages: "
CARRIER = "compartment"
WEIGHTS = "model_quantized.onnx"
FILES = {
    WEIGHTS: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
    "tokenizer.json": "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
}
# Tokens of one run of the model, padding included: as fast as more, and small in memory.
TOKENS_PER_RUN = 2048
# About 12,000 tokens, ten seconds on slow cores: what is lost when the worker is killed.
BATCH_CHARACTERS = 48_000


class BuiltinEmbedder:
    """Runs the packaged model on the CPU. Thread-safe; loads on first use."""

    provider = "builtin"

    def __init__(self, model: str = "") -> None:
        if model not in {"", MODEL}:
            raise EmbeddingFailedError(f"The built-in provider only has the model {MODEL}.")
        self.model = MODEL
        self.batch_size = settings.PRESSMARK.embedding.batch_size
        self.batch_characters = BATCH_CHARACTERS
        self._loading = threading.Lock()

    @property
    def dimension(self) -> int:
        """384."""
        return DIMENSION

    def embed_passages(self, texts: Sequence[PassageText], between: Pause = go_on) -> list[Matrix]:
        """Vectors of windows of 256 tokens, each of one section, with the head of it in front.

        Of a text beyond 64 windows, as many are taken, evenly spread.
        """
        if not texts:
            return []
        parts = [part for text in texts for part in text.parts]
        heads = self._token_ids([sample_text(part.head) for part in parts])
        bodies = self._token_ids([sample_text(part.body) for part in parts])
        windows = (
            list(token_windows(head, body)) for head, body in zip(heads, bodies, strict=True)
        )
        split = [spread([*chain.from_iterable(islice(windows, len(text.parts)))]) for text in texts]
        rows = self._run([window for windows in split for window in windows], between)
        return np.split(rows, np.cumsum([len(windows) for windows in split])[:-1])

    def embed_query(self, text: str) -> Row:
        """The vector of a question, with the prefix that the model was trained with."""
        ids = self._token_ids([QUERY_PREFIX + text])[0]
        row: Row = self._run([[CLS, *ids[: MAX_TOKENS - 2], SEP]])[0]
        return row

    def load_tokenizer(self) -> None:
        """Load the tokenizer and check the model file, but do not start the model."""
        self._tokenizer  # noqa: B018
        model_file(WEIGHTS)

    def _token_ids(self, texts: Sequence[str]) -> list[list[int]]:
        encoded = self._tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [one.ids for one in encoded]

    def _run(self, windows: Sequence[list[int]], between: Pause = go_on) -> Matrix:
        """Model output for token windows, run in batches of similar length to save padding."""
        rows = np.zeros((len(windows), DIMENSION), np.float32)
        order = sorted(range(len(windows)), key=lambda index: len(windows[index]))
        for batch in batches_by_tokens(order, [len(window) for window in windows]):
            between()
            ids = np.zeros((len(batch), len(windows[batch[-1]])), np.int64)
            mask = np.zeros_like(ids)
            for row, index in enumerate(batch):
                ids[row, : len(windows[index])] = windows[index]
                mask[row, : len(windows[index])] = 1
            feeds = {"input_ids": ids, "attention_mask": mask, "token_type_ids": ids * 0}
            rows[batch] = self._session.run(None, feeds)[0][:, 0]
        return unit_rows(rows)

    @cached_property
    def _session(self) -> Any:
        with self._loading:
            return load_session(model_file(WEIGHTS), FILES[WEIGHTS])

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        with self._loading:
            tokenizer = Tokenizer.from_file(str(model_file("tokenizer.json")))
            tokenizer.no_truncation()
            tokenizer.no_padding()
            return tokenizer


def batches_by_tokens(order: Sequence[int], lengths: Sequence[int]) -> Iterator[list[int]]:
    """Group indices, sorted by rising length, so that a padded group stays under the budget."""
    batch: list[int] = []
    for index in order:
        if batch and (len(batch) + 1) * lengths[index] > TOKENS_PER_RUN:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


@cache
def model_file(name: str) -> Path:
    """Path of a packaged model file whose checksum is right; `EmbeddingFailedError` otherwise."""
    spec = importlib.util.find_spec(CARRIER)
    folders = spec.submodule_search_locations if spec else None
    if not folders:
        raise EmbeddingFailedError("The package with the built-in model is not installed.")
    path = Path(folders[0]) / "models" / MODEL / name
    try:
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError as error:
        raise EmbeddingFailedError(f"The built-in model cannot be read: {error}.") from error
    if digest != FILES[name]:
        raise EmbeddingFailedError(f"The built-in model file {name} is not the expected one.")
    return path
