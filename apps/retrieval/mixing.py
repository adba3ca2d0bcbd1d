"""Fusion by scores: a convex combination of standardised stream scores.

Bruch, Gai and Ingber, "An Analysis of Fusion Functions for Hybrid Retrieval", ACM TOIS 2023: unlike
ranks, scores tell by how much a stream prefers one passage to another.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias
from uuid import UUID

import numpy as np
import numpy.typing as npt

from apps.retrieval.candidates import Candidate
from apps.retrieval.fusion import Fused, Gathered, StreamPlace, gather

Values: TypeAlias = npt.NDArray[np.float64]


class Verdict(NamedTuple):
    """What is to be added to the mixed score of a document, and the votes of others for it."""

    added: float
    votes: float = 0.0


# Told the best mix of standardised scores in each document; it judges some of these.
Judge: TypeAlias = Callable[[Mapping[UUID, float]], Mapping[UUID, Verdict]]
Places: TypeAlias = dict[str, StreamPlace]

# What a passage that a stream did not find has there: no word in common is a score of zero; a
# passage beyond the nearest is taken to be as near as the last of them.
FLOORS: Mapping[str, float | None] = {"lexical": 0.0, "dense": None}
# The name under which votes stand beside the streams.
VOTED = "links"
# Whatever was found by its exact name comes before everything else.
EXACT_STEP = 2.0


def mix(
    streams: Mapping[str, Sequence[Candidate]],
    *,
    dense_share: float,
    first: str = "exact",
    judge: Judge | None = None,
) -> list[Fused]:
    """Passages by the weighted mean of their standardised scores, ties by id.

    The lexical and the dense stream are mixed, the latter with the weight ``dense_share``, and a
    mix lies between 0 and 1. The best passage of each document stands for it, and gets what
    ``judge`` says of the document. Candidates of other streams take turns with them by rank. Those
    of the stream ``first`` come before all, by its score.
    """
    gathered = gather(streams)
    ours = [one for one in gathered if any(name in one.places for name in FLOORS)]
    found, documents = [one.places for one in ours], [one.document for one in ours]
    values = mixed_scores(found, documents, dense_share, judge)
    scores = dict(zip((one.id for one in ours), values, strict=True))
    others = [one for one in gathered if one.id not in scores] if len(ours) < len(gathered) else []
    scores |= scores_by_rank(others, sorted(values, reverse=True), first)
    fused = [Fused(pk, scores[pk] + step(places.get(first)), places) for pk, _, places in gathered]
    return sorted(fused, key=lambda one: (-one.score, one.id.int))


def scores_by_rank(
    others: Sequence[Gathered], in_order: Sequence[float], first: str
) -> Iterator[tuple[UUID, float]]:
    """For each passage of other streams the mixed score that stands at its rank."""
    for pk, _, places in others:
        rank = min((at.rank for name, at in places.items() if name != first), default=0)
        yield pk, in_order[rank - 1] if 0 < rank <= len(in_order) else 0.5 / (1 + rank)


def step(place: StreamPlace | None) -> float:
    """How far a passage that was found by its name is lifted."""
    return EXACT_STEP * place.score if place else 0.0


def mixed_scores(
    found: Sequence[Places], documents: Sequence[UUID], dense_share: float, judge: Judge | None
) -> list[float]:
    """The mix of each passage, between 0 and 1.

    The best passage of a document gets the sum of the document's best ones: one may have the words
    and another the meaning, together they speak for the document (Callan, "Passage-level evidence
    in document retrieval", SIGIR 1994). Only that passage is lifted, so that a document does not
    crowd out the others. It also gets what ``judge`` adds, and a place for the votes.
    """
    lexical = (1 - dense_share) * standardised(found, "lexical")
    dense = dense_share * standardised(found, "dense")
    mixed = lexical + dense
    numbers: dict[UUID, int] = {}
    groups = np.array([numbers.setdefault(one, len(numbers)) for one in documents], np.int64)
    order = np.argsort(-mixed, kind="stable")
    _, firsts = np.unique(groups[order], return_index=True)
    leaders = order[firsts]
    best = best_of(groups, lexical, len(numbers)) + best_of(groups, dense, len(numbers))
    if judge is not None and numbers:
        verdicts = judge(dict(zip(numbers, best.tolist(), strict=True)))
        for pk, verdict in verdicts.items():
            best[numbers[pk]] += verdict.added
        for pk, place in places_by_votes(verdicts):
            found[leaders[numbers[pk]]][VOTED] = place
    mixed[leaders] = best
    scores: list[float] = (1 / (1 + np.exp(-mixed))).tolist()
    return scores


def places_by_votes(verdicts: Mapping[UUID, Verdict]) -> Iterator[tuple[UUID, StreamPlace]]:
    """The documents that have votes, those with most of them first."""
    voted = [(-verdict.votes, pk.int, pk) for pk, verdict in verdicts.items() if verdict.votes]
    for rank, (votes, _, pk) in enumerate(sorted(voted), start=1):
        yield pk, StreamPlace(rank, -votes)


def best_of(groups: npt.NDArray[np.int64], values: Values, count: int) -> Values:
    """The largest value of each group."""
    best = np.full(count, -np.inf)
    np.maximum.at(best, groups, values)
    return best


def standardised(found: Sequence[Mapping[str, StreamPlace]], name: str) -> Values:
    """Scores in one stream less their mean, in standard deviations; missing ones have the floor."""
    places = [one.get(name) for one in found]
    floor = FLOORS[name]
    if floor is None:
        floor = min((place.score for place in places if place), default=0.0)
    values = np.array([place.score if place else floor for place in places], np.float64)
    spread = float(values.std()) if len(values) else 0.0
    return (values - values.mean()) / spread if spread > 1e-9 else np.zeros_like(values)
