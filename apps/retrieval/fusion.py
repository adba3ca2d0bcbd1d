"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.retrieval.streams import Candidate

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
    streams: Mapping[str, Sequence[Candidate]], *, first: str | None = None, k: int = RRF_K
) -> list[Fused]:
    """Sum ``1 / (k + rank)`` over the streams; ties are broken by id.

    Whatever the stream called ``first`` found comes before everything else, by a full point.
    """
    places: dict[UUID, dict[str, StreamPlace]] = {}
    for name, candidates in streams.items():
        for rank, candidate in enumerate(candidates, start=1):
            places.setdefault(candidate.id, {})[name] = StreamPlace(rank, candidate.score)
    fused = [
        Fused(
            pk,
            sum(1 / (k + place.rank) for place in found.values())
            + (found[first].score if first in found else 0.0),
            found,
        )
        for pk, found in places.items()
    ]
    return sorted(fused, key=lambda one: (-one.score, str(one.id)))
