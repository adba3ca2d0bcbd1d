"""BM25 over postings fetched from the database.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the inverse
document frequency is Lucene's, which is never negative.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

ENTRY = np.dtype([("number", ">u4"), ("frequency", ">u2"), ("length", ">u2")])
# Chosen on open retrieval sets, in the middle of a wide plateau: see docs/benchmarks.md.
K1 = 1.8
B = 0.75

Entries: TypeAlias = npt.NDArray[np.void]
Numbers: TypeAlias = npt.NDArray[np.int64]
Scores: TypeAlias = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the readable sources hold: passages, and their mean weighted length."""

    passages: int
    mean_length: float


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the question: its weight there, where it occurs, and among how many passages."""

    weight: float
    entries: Entries
    statistics: Statistics


def score_passages(terms: Sequence[Term]) -> tuple[Numbers, Scores]:
    """Each passage number that holds a term, with its BM25 score, in no particular order."""
    held = [term for term in terms if len(term.entries)]
    if not held:
        return np.zeros(0, np.int64), np.zeros(0)
    # All terms at once: their lists are mostly short, and each step costs more than an entry.
    entries = np.concatenate([term.entries.view(np.uint64) for term in held]).view(ENTRY)
    numbers = entries["number"].astype(np.int64)
    # Numbers are dense, so summing into an array beats sorting them.
    lowest = int(numbers.min())
    scores = score_entries(held, entries)
    totals = np.bincount(numbers - lowest, weights=scores).astype(np.float64, copy=False)
    # Ten times as fast as looking for what is not zero.
    found = np.flatnonzero(totals > 0)
    return found + lowest, totals[found]


def score_entries(terms: Sequence[Term], entries: Entries) -> Scores:
    """What each entry of the terms' lists, one after the other, adds to its passage."""
    sizes = [len(term.entries) for term in terms]
    frequency = entries["frequency"].astype(np.float64)
    length = entries["length"].astype(np.float64)
    growth = [K1 * B / max(term.statistics.mean_length, 1.0) for term in terms]
    length *= np.repeat(growth, sizes)
    length += frequency
    length += K1 * (1 - B)
    frequency /= length
    frequency *= np.repeat([term.weight * rarity(term) * (K1 + 1) for term in terms], sizes)
    scores: Scores = frequency
    return scores


def rarity(term: Term) -> float:
    """The inverse document frequency."""
    count = len(term.entries)
    total = max(term.statistics.passages, count)
    return math.log1p((total - count + 0.5) / (count + 0.5))


def best_first(numbers: Numbers, scores: Scores, most: int) -> Numbers:
    """Where the ``most`` best passages stand, by falling score, ties by rising number."""
    places = np.arange(len(scores))
    if len(scores) > most:
        # All that tie with the last of them are sorted too, so that the cut is the same each time.
        places = np.flatnonzero(scores >= np.partition(scores, -most)[-most])
    order = np.lexsort((numbers[places], -scores[places]))
    return places[order][:most]
