"""Counts the terms of many passages at once and packs them into postings.

Every run of a text is named by a number, so that all counting is done on arrays; the terms of a run
are looked up once for each distinct run.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from apps.retrieval.lexical.scoring import ENTRY
from apps.text.terms import run_terms, text_runs

# Frequencies and lengths are stored as two-byte integers.
LARGEST = 32_767
LONGEST_REPEATED = 200

Numbers: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Field:
    """A text of a passage, and how often each of its words and identifiers counts."""

    text: str
    words: int
    identifiers: int


@dataclass(frozen=True, slots=True)
class Counted:
    """The postings of one kind of terms: each term with its packed entries; their whole length."""

    postings: tuple[tuple[str, bytes], ...]
    length: int


@dataclass(frozen=True, slots=True)
class RunCounts:
    """Distinct runs; and those of each field of each passage, with their counts of both kinds."""

    runs: tuple[str, ...]
    passage: Numbers
    run: Numbers
    words: Numbers
    identifiers: Numbers


def count_terms(
    numbers: Sequence[int], fields: Sequence[Iterable[Field]]
) -> tuple[Counted, Counted]:
    """Postings of the words and of the identifiers of passages, given by rising numbers."""
    counts = count_runs(fields)
    found = [run_terms(run) for run in counts.runs]
    names = np.array(numbers, np.int64)
    return (
        pack(names, counts, counts.words, [terms.words for terms in found]),
        pack(names, counts, counts.identifiers, [terms.identifiers for terms in found]),
    )


def count_runs(fields: Sequence[Iterable[Field]]) -> RunCounts:
    """How much each run counts in each field of each passage."""
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    spans: list[tuple[int, int, int, int]] = []
    runs: list[int] = []
    times: list[int] = []
    known: dict[str, Counter[int]] = {}
    for place, texts in enumerate(fields):
        for field in texts:
            counted = known.get(field.text)
            if counted is None:
                counted = Counter(map(vocabulary.__getitem__, text_runs(field.text)))
                # Titles, keys and headings come again with each passage of a document.
                if len(field.text) <= LONGEST_REPEATED:
                    known[field.text] = counted
            runs.extend(counted)
            times.extend(counted.values())
            spans.append((place, field.words, field.identifiers, len(counted)))
    passages, words, identifiers, size = np.array(spans, np.int64).reshape(-1, 4).T
    frequency = np.array(times, np.int64)
    return RunCounts(
        tuple(vocabulary),
        np.repeat(passages, size),
        np.array(runs, np.int64),
        np.repeat(words, size) * frequency,
        np.repeat(identifiers, size) * frequency,
    )


def pack(
    numbers: Numbers, counts: RunCounts, weight: Numbers, terms: Sequence[Sequence[str]]
) -> Counted:
    """Postings of one kind: the counts of runs, handed on to their terms."""
    vocabulary: defaultdict[str, int] = defaultdict()
    vocabulary.default_factory = vocabulary.__len__
    flat = np.fromiter(map(vocabulary.__getitem__, chain.from_iterable(terms)), np.int64)
    if not len(flat):
        return Counted((), 0)
    sizes = np.fromiter(map(len, terms), np.int64, len(terms))
    starts = np.cumsum(sizes) - sizes
    size = sizes[counts.run]
    # The terms of each counted run, one run after the other.
    within = np.arange(int(size.sum())) - np.repeat(np.cumsum(size) - size, size)
    term = flat[np.repeat(starts[counts.run], size) + within]
    # Passages rise already, so a stable sort by term sorts by both.
    order = rising_order(term)
    keys = (term * len(numbers) + np.repeat(counts.passage, size))[order]
    first = np.flatnonzero(np.diff(keys, prepend=-1))
    frequency = np.add.reduceat(np.repeat(weight, size)[order], first)
    keys, frequency = keys[first][frequency > 0], frequency[frequency > 0]
    passage = keys % len(numbers)
    length = np.minimum(np.bincount(passage, frequency, len(numbers)), LARGEST).astype(np.int64)
    entries = np.zeros(len(keys), ENTRY)
    entries["number"] = numbers[passage]
    entries["frequency"] = np.minimum(frequency, LARGEST)
    entries["length"] = length[passage]
    bounds = np.searchsorted(keys // len(numbers), np.arange(len(vocabulary) + 1)).tolist()
    return Counted(
        tuple(sorted(slices(tuple(vocabulary), bounds, entries.tobytes()), key=itemgetter(0))),
        int(length.sum()),
    )


def rising_order(numbers: Numbers) -> Numbers:
    """The places of numbers below 2³² in rising order, equal ones as they stand.

    NumPy sorts two-byte integers by radix, several times faster than longer ones.
    """
    order = np.argsort((numbers & 0xFFFF).astype(np.uint16), kind="stable")
    high = (numbers >> 16).astype(np.uint16)
    return order[np.argsort(high[order], kind="stable")] if high.any() else order


def slices(terms: Sequence[str], bounds: Sequence[int], data: bytes) -> Iterator[tuple[str, bytes]]:
    """Each term that occurs, with its part of the packed entries."""
    size = ENTRY.itemsize
    for place, term in enumerate(terms):
        start, end = bounds[place], bounds[place + 1]
        if end > start:
            yield term, data[start * size : end * size]
