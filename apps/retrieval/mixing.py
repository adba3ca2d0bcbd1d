"""Fusion by scores: a convex combination of standardised stream scores.

Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023: unlike
ranks, scores tell by how much a stream prefers one passage to another.
"""

import math
from collections.abc import Mapping, Sequence

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
    scores = mixed_scores(list(places.values()), dense_share)
    in_order = sorted((score for score in scores if score is not None), reverse=True)
    fused = []
    for (pk, found), mixed in zip(places.items(), scores, strict=True):
        if (score := mixed) is None:
            rank = min((place.rank for name, place in found.items() if name != first), default=0)
            score = in_order[rank - 1] if 0 < rank <= len(in_order) else 0.5 / (1 + rank)
        fused.append(Fused(pk, score + step(found.get(first)), found))
    return sorted(fused, key=lambda one: (-one.score, one.id.int))


def step(place: StreamPlace | None) -> float:
    """How far a passage that was found by its name is lifted."""
    return EXACT_STEP * place.score if place else 0.0


def mixed_scores(
    found: Sequence[Mapping[str, StreamPlace]], dense_share: float
) -> list[float | None]:
    """For each passage its mix, between 0 and 1; None where neither stream found it."""
    ours = [any(name in places for name in FLOORS) for places in found]
    mixed = [places for places, is_ours in zip(found, ours, strict=True) if is_ours]
    lexical, dense = (standardised(mixed, name) for name in ("lexical", "dense"))
    values = iter(((1 - dense_share) * lexical + dense_share * dense).tolist())
    return [1 / (1 + math.exp(-next(values))) if is_ours else None for is_ours in ours]


def standardised(found: Sequence[Mapping[str, StreamPlace]], name: str) -> npt.NDArray[np.float64]:
    """Scores in one stream less their mean, in standard deviations; missing ones have the floor."""
    scores = [places[name].score if name in places else None for places in found]
    floor = FLOORS[name]
    if floor is None:
        floor = min((score for score in scores if score is not None), default=0.0)
    values = np.array([floor if score is None else score for score in scores], np.float64)
    spread = float(values.std()) if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)
