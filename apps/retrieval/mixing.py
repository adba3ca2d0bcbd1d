"""Fusion by scores: a convex combination of standardised stream scores.

Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023: unlike
ranks, scores tell by how much a stream prefers one passage to another.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from uuid import UUID

import numpy as np
import numpy.typing as npt

from apps.retrieval.candidates import Candidate
from apps.retrieval.fusion import Fused, StreamPlace, places_of

# What a passage that a stream did not find has there: no word in common is a score of zero; a
# passage beyond the nearest is taken to be as near as the last of them.
FLOORS: Mapping[str, float | None] = {"lexical": 0.0, "dense": None}
# Whatever was found by its exact name comes before everything else.
EXACT_STEP = 2.0


def mix(
    streams: Mapping[str, Sequence[Candidate]], *, dense_share: float, first: str = "exact"
) -> list[Fused]:
    """Passages by the weighted mean of their standardised scores, ties by id.

    The lexical and the dense stream are mixed, the latter with the weight ``dense_share``, and a
    mix lies between 0 and 1. Candidates of other streams take turns with them by rank. Those of the
    stream ``first`` come before all, by its score.
    """
    places = places_of(streams)
    scores = mixed_scores(streams, dense_share)
    in_order = sorted(scores.values(), reverse=True)
    for pk, found in places.items():
        if pk not in scores:
            rank = min((place.rank for name, place in found.items() if name != first), default=0)
            scores[pk] = in_order[rank - 1] if 0 < rank <= len(in_order) else 0.5 / (1 + rank)
    fused = [Fused(pk, scores[pk] + step(found.get(first)), found) for pk, found in places.items()]
    return sorted(fused, key=lambda one: (-one.score, one.id.int))


def step(place: StreamPlace | None) -> float:
    """How far a passage that was found by its name is lifted."""
    return EXACT_STEP * place.score if place else 0.0


def mixed_scores(
    streams: Mapping[str, Sequence[Candidate]], dense_share: float
) -> dict[UUID, float]:
    """Each passage that the lexical or the dense stream found, with its mix, between 0 and 1."""
    found = {name: {one.id: one.score for one in streams.get(name, ())} for name in FLOORS}
    ids = list(dict.fromkeys(chain(*found.values())))
    lexical = standardised(ids, found["lexical"], FLOORS["lexical"])
    dense = standardised(ids, found["dense"], FLOORS["dense"])
    mixed = (1 - dense_share) * lexical + dense_share * dense
    return {pk: 1 / (1 + math.exp(-value)) for pk, value in zip(ids, mixed.tolist(), strict=True)}


def standardised(
    ids: Iterable[UUID], scores: Mapping[UUID, float], floor: float | None
) -> npt.NDArray[np.float64]:
    """Scores less their mean, in standard deviations; those that are missing have the floor."""
    lowest = min(scores.values(), default=0.0) if floor is None else floor
    values = np.array([scores.get(pk, lowest) for pk in ids], np.float64)
    spread = float(values.std()) if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)
