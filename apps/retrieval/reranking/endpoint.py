"""Any endpoint that speaks the rerank API of Cohere, Jina and Text Embeddings Inference's kin."""

import json
import urllib.error
import urllib.request
from collections.abc import Sequence
from typing import Any

from django.conf import settings

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
        request = urllib.request.Request(  # noqa: S310  the address is the operator's own setting
            self.address,
            data=json.dumps({**body, **({"model": self.model} if self.model else {})}).encode(),
            headers={
                "Content-Type": "application/json",
                **({"Authorization": f"Bearer {self.api_key}"} if self.api_key else {}),
            },
        )
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT_SECONDS) as response:  # noqa: S310
                return read_scores(json.load(response), len(texts))
        except urllib.error.HTTPError as error:
            error.close()
            text = f"The reranking endpoint answered {error.code}."
            raise RerankingFailedError(text) from error
        except (OSError, ValueError) as error:
            text = f"The reranking endpoint cannot be used: {error}."
            raise RerankingFailedError(text) from error


def read_scores(answer: Any, expected: int) -> list[float]:
    """The scores of an answer in the order of the texts; `RerankingFailedError` if malformed."""
    try:
        scores = {int(one["index"]): float(one["relevance_score"]) for one in answer["results"]}
        return [min(max(scores[index], 0.0), 1.0) for index in range(expected)]
    except (KeyError, TypeError, ValueError) as error:
        raise RerankingFailedError("The reranking endpoint's answer is malformed.") from error
