"""The plug-point for cross-encoders, which read a question and a passage together."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from apps.access.errors import UnavailableError

RERANKERS = {
    "onnx": "apps.retrieval.reranking.onnx.OnnxReranker",
    "endpoint": "apps.retrieval.reranking.endpoint.EndpointReranker",
}


class RerankingFailedError(UnavailableError):
    """The reranker cannot be used now; the order stays as the streams made it."""

    code = "RERANKING_FAILED"


class Reranker(Protocol):
    """Tells how well passages answer a question."""

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """One score from 0 to 1 for each text, in order. Raises `RerankingFailedError`."""


def configured_reranker() -> Reranker | None:
    """The reranker that the settings ask for, if any."""
    options = settings.PRESSMARK.rerank
    return None if options.provider == "none" else load_reranker(options.provider, options.model)


@lru_cache(maxsize=4)
def load_reranker(provider: str, model: str) -> Reranker:
    """One reranker for each provider and model in a process."""
    make: Callable[[str], Reranker] = import_string(RERANKERS[provider])
    return make(model)
