"""How good a ranking is, when it is known which documents are right (binary relevance).

Recall, reciprocal rank and nDCG as in Järvelin and Kekäläinen, "Cumulated gain-based evaluation
of IR techniques", ACM TOIS 2002, each at a depth of ten documents.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import log2

DEPTH = 10


@dataclass(frozen=True, slots=True)
class Quality:
    """Ranks of the expected documents (from 1; None: not among the ten) and figures, 0 to 1."""

    ranks: tuple[int | None, ...]
    recall: float
    ndcg: float
    reciprocal_rank: float


def measure(found: Sequence[Hashable], expected: Sequence[Hashable | None]) -> Quality:
    """Compare distinct documents, best first, with the expected ones.

    None among the expected stands for a document that is gone: it counts as not found.
    """
    places = {one: rank for rank, one in enumerate(found[:DEPTH], start=1)}
    ranks = tuple(None if one is None else places.get(one) for one in expected)
    hits = sorted({rank for rank in ranks if rank is not None})
    ideal = sum(gain(rank) for rank in range(1, min(len(expected), DEPTH) + 1))
    return Quality(
        ranks=ranks,
        recall=len(hits) / len(expected),
        ndcg=sum(map(gain, hits)) / ideal,
        reciprocal_rank=1 / hits[0] if hits else 0.0,
    )


def gain(rank: int) -> float:
    """What a right document at that rank is worth."""
    return 1 / log2(rank + 1)
