"""Puts the best passages in a new order, when it is worth it."""

import re
from collections.abc import Sequence

from django.conf import settings

from apps.retrieval.embedding.texts import load_texts
from apps.retrieval.fusion import Fused, StreamPlace
from apps.retrieval.reranking.reranker import configured_reranker

STREAM = "rerank"
# A question that names what was found first needs no second reading.
LOOKED_AT = 3
# Reranked passages stand before all others.
STEP = 1.0
PARTS = re.compile(r"[^\W_]+")
LONGEST_TEXT = 4000


def rerank(query: str, fused: Sequence[Fused]) -> list[Fused]:
    """The passages with the best of them ordered by the configured cross-encoder.

    Left as they are without a reranker, when few were found, and when one of the first three has
    the name that was asked for. Raises `RerankingFailedError`.
    """
    options = settings.PRESSMARK.rerank
    reranker = configured_reranker()
    if reranker is None or len(fused) < options.least_candidates:
        return list(fused)
    if not PARTS.search(query) or any("exact" in one.places for one in fused[:LOOKED_AT]):
        return list(fused)
    texts = load_texts(one.id for one in fused[: options.candidates])
    read = [one for one in fused[: options.candidates] if one.id in texts]
    scores = reranker.score(query, [texts[one.id].whole[:LONGEST_TEXT] for one in read])
    order = sorted(
        zip(scores, read, strict=True), key=lambda pair: (-pair[0], -pair[1].score, pair[1].id)
    )
    ranked = [
        Fused(one.id, STEP + score, {**one.places, STREAM: StreamPlace(rank, score)})
        for rank, (score, one) in enumerate(order, start=1)
    ]
    chosen = {one.id for one in ranked}
    return [*ranked, *(one for one in fused if one.id not in chosen)]
