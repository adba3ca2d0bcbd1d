"""Reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009)."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple
from uuid import UUID

from apps.retrieval.candidates import Candidate

RRF_K = 60


class StreamPlace(NamedTuple):
    """Where a stream put a passage (rank from 1), and its score there."""

    rank: int
    score: float


class Fused(NamedTuple):
    """A passage with its fused score and its place in each stream that found it."""

    id: UUID
    score: float
    places: dict[str, StreamPlace]


class Gathered(NamedTuple):
    """A candidate with the document that it is part of, or itself, and its places."""

    id: UUID
    document: UUID
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
    fused = [
        Fused(
            one.id,
            sum(weights.get(name, 1.0) / (k + place.rank) for name, place in one.places.items())
            + (one.places[first].score if first in one.places else 0.0),
            one.places,
        )
        for one in gather(streams)
    ]
    return sorted(fused, key=lambda one: (-one.score, one.id.int))


def gather(streams: Mapping[str, Sequence[Candidate]]) -> list[Gathered]:
    """Each candidate once, with its places in the streams that found it."""
    # A search gathers several hundred: Python hashes a UUID slowly, so each is looked up but once.
    found: dict[UUID, Gathered] = {}
    for name, candidates in streams.items():
        for rank, (pk, score, document) in enumerate(candidates, start=1):
            one = found.get(pk)
            if one is None:
                one = found[pk] = Gathered(pk, document or pk, {})
            one.places[name] = StreamPlace(rank, score)
    return list(found.values())
