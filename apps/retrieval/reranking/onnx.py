"""A cross-encoder in a folder of the operator's: ``model.onnx`` and ``tokenizer.json``."""

import json
import os
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from apps.retrieval.reranking.reranker import RerankingFailedError

MAX_TOKENS = 512
TEXTS_PER_RUN = 8


class OnnxReranker:
    """Runs a sequence classifier with one logit, as exported by Optimum. Loads on first use."""

    def __init__(self, model: str) -> None:
        self.folder = Path(model)
        self._loading = threading.Lock()

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """The logistic of the model's logit for each pair."""
        scores: list[float] = []
        for start in range(0, len(texts), TEXTS_PER_RUN):
            part = texts[start : start + TEXTS_PER_RUN]
            logits = self._run([(query, text) for text in part])
            if logits.ndim == 0 or len(logits) != len(part) or not np.isfinite(logits).all():
                raise RerankingFailedError("The reranking model gives no score for each text.")
            flat = logits.reshape(len(part), -1)[:, -1]
            scores += (1 / (1 + np.exp(-flat))).tolist()
        return scores

    def _run(self, pairs: list[tuple[str, str]]) -> npt.NDArray[np.float64]:
        """The model's first output. Raises `RerankingFailedError` for a model of another make."""
        encoded = self._tokenizer.encode_batch(pairs)
        feeds = {
            "input_ids": [one.ids for one in encoded],
            "attention_mask": [one.attention_mask for one in encoded],
            "token_type_ids": [one.type_ids for one in encoded],
        }
        if unknown := set(self._inputs) - feeds.keys():
            told = f"The reranking model wants {', '.join(sorted(unknown))}."
            raise RerankingFailedError(told)
        wanted = {name: np.array(feeds[name], np.int64) for name in self._inputs}
        try:
            return np.asarray(self._session.run(None, wanted)[0], np.float64)
        except runtime_errors() as error:
            raise RerankingFailedError(f"The reranking model fails: {error}.") from error

    @property
    def _inputs(self) -> list[str]:
        return [one.name for one in self._session.get_inputs()]

    @cached_property
    def _session(self) -> Any:
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = os.cpu_count() or 1
        options.log_severity_level = 3
        path = str(self.folder / "model.onnx")
        with self._loading:
            try:
                return onnxruntime.InferenceSession(path, options, ["CPUExecutionProvider"])
            except runtime_errors() as error:
                text = f"The reranking model cannot be loaded: {error}."
                raise RerankingFailedError(text) from error

    @cached_property
    def _tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        with self._loading:
            try:
                text = (self.folder / "tokenizer.json").read_text(encoding="utf-8")
                json.loads(text)["model"]
            except (OSError, ValueError, KeyError, TypeError) as error:
                told = f"The reranking tokenizer cannot be loaded: {error}."
                raise RerankingFailedError(told) from error
            tokenizer = Tokenizer.from_str(text)
            tokenizer.enable_truncation(MAX_TOKENS)
            tokenizer.enable_padding()
            return tokenizer


def runtime_errors() -> tuple[type[Exception], ...]:
    """What ONNX Runtime raises for a model that it cannot load or run; they share no base."""
    from onnxruntime.capi import onnxruntime_pybind11_state as errors

    return (
        errors.NoSuchFile,
        errors.InvalidProtobuf,
        errors.InvalidArgument,
        errors.InvalidGraph,
        errors.NotImplemented,
        errors.RuntimeException,
        errors.Fail,
        # An output that is no table of numbers.
        ValueError,
    )
