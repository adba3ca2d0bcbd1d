"""Any endpoint that speaks the rerank API of Cohere, Jina and Text Embeddings Inference's kin."""

import math
from collections.abc import Sequence
from typing import Any

from django.conf import settings

from apps.retrieval.endpoints import EndpointError, post_json
from apps.retrieval.reranking.reranker import RerankingFailedError

# Somebody waits for the answer of the search.
TIMEOUT_SECONDS = 5


class EndpointReranker:
    """Asks ``POST {base}/rerank`` once for all texts."""

    def __init__(self, model: str) -> None:
        options = settings.PRESSMARK.rerank
        self.model = model
        self.address = f"{options.base_url}/rerank"
        self.api_key = options.api_key

    def score(self, query: str, texts: Sequence[str]) -> list[float]:
        """The endpoint's relevance scores."""
        body = {"query": query, "documents": list(texts), "top_n": len(texts)}
        if self.model:
            body["model"] = self.model
        try:
            answer = post_json(self.address, body, api_key=self.api_key, seconds=TIMEOUT_SECONDS)
        except EndpointError as error:
            raise RerankingFailedError(f"The reranking endpoint {error}.") from error
        return read_scores(answer, len(texts))


def read_scores(answer: Any, expected: int) -> list[float]:
    """The scores of an answer in the order of the texts; `RerankingFailedError` if malformed."""
    try:
        scores = {int(one["index"]): float(one["relevance_score"]) for one in answer["results"]}
        found = [scores[index] for index in range(expected)]
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise RerankingFailedError("The reranking endpoint's answer is malformed.") from error
    if not all(map(math.isfinite, found)):
        raise RerankingFailedError("The reranking endpoint sent a score that is none.")
    return [min(max(score, 0.0), 1.0) for score in found]
