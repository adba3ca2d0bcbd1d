"""BM25 over postings fetched from the database.

Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009; the inverse
document frequency is Lucene's, which is never negative.
"""

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
    numbers = np.concatenate([term.entries["number"].astype(np.int64) for term in held])
    scores = np.concatenate([score_term(term) for term in held])
    # Numbers are dense, so summing into an array beats sorting them.
    lowest = int(numbers.min())
    totals = np.bincount(numbers - lowest, weights=scores).astype(np.float64)
    found = np.flatnonzero(totals).astype(np.int64)
    return found + lowest, totals[found]


def score_term(term: Term) -> Scores:
    """What one term adds to each passage that holds it."""
    frequency = term.entries["frequency"].astype(np.float64)
    length = term.entries["length"].astype(np.float64)
    count, total = len(frequency), max(term.statistics.passages, len(frequency))
    rarity = np.log1p((total - count + 0.5) / (count + 0.5))
    norm = K1 * (1 - B + B * length / max(term.statistics.mean_length, 1.0))
    scores: Scores = term.weight * rarity * frequency * (K1 + 1) / (frequency + norm)
    return scores


def best_first(numbers: Numbers, scores: Scores, most: int) -> Numbers:
    """Where the ``most`` best passages stand, by falling score, ties by rising number."""
    places = np.arange(len(scores))
    if len(scores) > most:
        # All that tie with the last of them are sorted too, so that the cut is the same each time.
        places = np.flatnonzero(scores >= np.partition(scores, -most)[-most])
    order = np.lexsort((numbers[places], -scores[places]))
    return places[order][:most]
