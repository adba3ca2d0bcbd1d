"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.retrieval.candidates import Candidate

RRF_K = 60


@dataclass(frozen=True, slots=True)
class StreamPlace:
    """Where a stream put a passage (rank from 1), and its score there."""

    rank: int
    score: float


@dataclass(frozen=True, slots=True)
class Fused:
    """A passage with its fused score and its place in each stream that found it."""

    id: UUID
    score: float
    places: dict[str, StreamPlace]


def fuse(
    streams: Mapping[str, Sequence[Candidate]],
    *,
    first: str | None = None,
    weights: Mapping[str, float] | None = None,
    k: int = RRF_K,
) -> list[Fused]:
    """Sum ``weight / (k + rank)`` over the streams; ties are broken by id.

    A stream's weight is 1 unless ``weights`` says otherwise. Whatever the stream called ``first``
    found comes before everything else, by its score of up to a full point.
    """
    weights = weights or {}
    places = places_of(streams)
    fused = [
        Fused(
            pk,
            sum(weights.get(name, 1.0) / (k + place.rank) for name, place in found.items())
            + (found[first].score if first in found else 0.0),
            found,
        )
        for pk, found in places.items()
    ]
    return sorted(fused, key=lambda one: (-one.score, one.id.int))


def places_of(streams: Mapping[str, Sequence[Candidate]]) -> dict[UUID, dict[str, StreamPlace]]:
    """Each candidate's places in the streams that found it."""
    places: dict[UUID, dict[str, StreamPlace]] = {}
    for name, candidates in streams.items():
        for rank, candidate in enumerate(candidates, start=1):
            places.setdefault(candidate.id, {})[name] = StreamPlace(rank, candidate.score)
    return places
