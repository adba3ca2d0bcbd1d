"""Two texts side by side: rows of lines, and the words that differ marked inside a changed line.

Lines that are unique in both texts anchor the comparison (Bram Cohen's patience diff); what lies
between them goes to difflib as long as its worst case stays within a budget, so that no pair of
texts takes more than about a second. Beyond the budget a stretch counts as replaced.
"""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from enum import StrEnum
from itertools import zip_longest
from typing import NamedTuple

BUDGET = 6_000_000
"""Elementary steps of difflib that one comparison may take in its worst case."""
LINE_COST = 2_000
"""What it takes to look into one pair of lines, in the same measure."""

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"\w+|\s+|[^\w\s]")


class RowKind(StrEnum):
    """How the two sides of a row stand to each other; `skipped` stands for equal lines left out."""

    SAME = "same"
    CHANGED = "changed"
    REMOVED = "removed"
    ADDED = "added"
    SKIPPED = "skipped"


class Piece(NamedTuple):
    """A stretch of a line; `is_changed` marks what the other side does not have."""

    text: str
    is_changed: bool


@dataclass(frozen=True, slots=True)
class DiffRow:
    """One row; line numbers count from 1, None on a side that has no line.

    In a `skipped` row `count` lines are left out, beginning with the numbers given.
    """

    kind: RowKind
    old_line: int | None
    new_line: int | None
    old: tuple[Piece, ...] = ()
    new: tuple[Piece, ...] = ()
    count: int = 1


@dataclass(frozen=True, slots=True)
class TextDiff:
    """The rows, and how many lines came and went (a changed line counts on both sides)."""

    rows: tuple[DiffRow, ...]
    added: int
    removed: int
    is_same: bool


class Stretch(NamedTuple):
    """Equal (`is_same`) or different ranges of two sequences."""

    is_same: bool
    old_start: int
    old_end: int
    new_start: int
    new_end: int


def compare_texts(old: str, new: str, *, context: int | None = 3) -> TextDiff:
    """Return the differences with `context` equal lines around each; None keeps every line.

    Kinds of line end are not compared, but `is_same` is true for equal texts only.
    """
    old_lines, new_lines = _LINE_END.split(old), _LINE_END.split(new)
    comparison = Comparison()
    rows: list[DiffRow] = []
    for stretch in comparison.stretches(old_lines, new_lines):
        rows.extend(_rows(stretch, old_lines, new_lines, comparison))
    kinds = Counter(row.kind for row in rows)
    return TextDiff(
        rows=tuple(rows if context is None else _folded(rows, max(0, context))),
        added=kinds[RowKind.ADDED] + kinds[RowKind.CHANGED],
        removed=kinds[RowKind.REMOVED] + kinds[RowKind.CHANGED],
        is_same=old == new,
    )


class Comparison:
    """Compares sequences within one budget."""

    def __init__(self, budget: int = BUDGET) -> None:
        self._left = budget

    def has_budget_for(self, old: str, new: str) -> bool:
        """Tell whether two lines may be compared word by word, and charge the setting up."""
        if not old or not new:
            return False
        self._left -= LINE_COST + len(old) + len(new)
        return self._left > 0

    def stretches(self, old: Sequence[str], new: Sequence[str]) -> list[Stretch]:
        """Return what is equal and what is not, in order, covering both sequences."""
        found: list[Stretch] = []
        old_at = new_at = 0
        for first, second, size in self._blocks(old, new):
            if old_at < first or new_at < second:
                found.append(Stretch(False, old_at, first, new_at, second))
            if size and found and found[-1].is_same:
                found[-1] = found[-1]._replace(old_end=first + size, new_end=second + size)
            elif size:
                found.append(Stretch(True, first, first + size, second, second + size))
            old_at, new_at = first + size, second + size
        return found

    def _blocks(self, old: Sequence[str], new: Sequence[str]) -> Iterator[tuple[int, int, int]]:
        """Yield equal runs as (old, new, size), then an empty one at the ends."""
        head = _common(old, new)
        tail = _common(old[head:][::-1], new[head:][::-1])
        old_end, new_end = len(old) - tail, len(new) - tail
        yield 0, 0, head
        before = (head, head)
        anchors = [
            (head + first, head + second)
            for first, second in _anchors(old[head:old_end], new[head:new_end])
        ]
        for first, second in [*anchors, (old_end, new_end)]:
            yield from self._between(old, new, before, (first, second))
            if (first, second) != (old_end, new_end):
                yield first, second, 1
                before = (first + 1, second + 1)
        yield old_end, new_end, tail
        yield len(old), len(new), 0

    def _between(
        self,
        old: Sequence[str],
        new: Sequence[str],
        start: tuple[int, int],
        end: tuple[int, int],
    ) -> Iterator[tuple[int, int, int]]:
        first, second = old[start[0] : end[0]], new[start[1] : end[1]]
        if not first or not second:
            return
        counts = Counter(second)
        pairs = sum(counts[item] for item in first)
        cost = (pairs + len(first)) * max(1, min(len(first), len(second), pairs))
        if not pairs or cost > self._left:
            return
        self._left -= cost
        matcher = SequenceMatcher(None, first, second, autojunk=False)
        for match in matcher.get_matching_blocks():
            if match.size:
                yield start[0] + match.a, start[1] + match.b, match.size


def _common(old: Sequence[str], new: Sequence[str]) -> int:
    count = 0
    for first, second in zip(old, new, strict=False):
        if first != second:
            break
        count += 1
    return count


def _anchors(old: Sequence[str], new: Sequence[str]) -> list[tuple[int, int]]:
    """Return positions of items unique on both sides, as many as stand in the same order."""
    old_counts, new_counts = Counter(old), Counter(new)
    places = {item: place for place, item in enumerate(new) if new_counts[item] == 1}
    pairs = [
        (place, places[item])
        for place, item in enumerate(old)
        if old_counts[item] == 1 and item in places
    ]
    return _longest_rise(pairs)


def _longest_rise(pairs: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the longest subsequence whose second members rise (patience sorting)."""
    tops: list[int] = []
    ends: list[int] = []
    before: list[int] = []
    for number, (_first, second) in enumerate(pairs):
        pile = bisect_left(tops, second)
        before.append(ends[pile - 1] if pile else -1)
        if pile == len(tops):
            tops.append(second)
            ends.append(number)
        else:
            tops[pile], ends[pile] = second, number
    rising = []
    number = ends[-1] if ends else -1
    while number >= 0:
        rising.append(pairs[number])
        number = before[number]
    return rising[::-1]


def _rows(
    stretch: Stretch, old: Sequence[str], new: Sequence[str], comparison: Comparison
) -> Iterator[DiffRow]:
    olds = range(stretch.old_start, stretch.old_end)
    news = range(stretch.new_start, stretch.new_end)
    for first, second in zip_longest(olds, news):
        if first is None:
            yield DiffRow(RowKind.ADDED, None, second + 1, (), (Piece(new[second], True),))
        elif second is None:
            yield DiffRow(RowKind.REMOVED, first + 1, None, (Piece(old[first], True),), ())
        elif stretch.is_same:
            pieces = (Piece(old[first], False),)
            yield DiffRow(RowKind.SAME, first + 1, second + 1, pieces, pieces)
        else:
            pair = _marked(old[first], new[second], comparison)
            yield DiffRow(RowKind.CHANGED, first + 1, second + 1, *pair)


def _marked(
    old: str, new: str, comparison: Comparison
) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return both lines in pieces, with the words that differ marked."""
    if not comparison.has_budget_for(old, new):
        return _whole(old), _whole(new)
    old_words, new_words = _WORD.findall(old), _WORD.findall(new)
    olds: list[Piece] = []
    news: list[Piece] = []
    for stretch in comparison.stretches(old_words, new_words):
        for pieces, words in (
            (olds, old_words[stretch.old_start : stretch.old_end]),
            (news, new_words[stretch.new_start : stretch.new_end]),
        ):
            if words:
                pieces.append(Piece("".join(words), not stretch.is_same))
    return tuple(olds), tuple(news)


def _whole(line: str) -> tuple[Piece, ...]:
    return (Piece(line, True),) if line else ()


def _folded(rows: Sequence[DiffRow], context: int) -> Iterator[DiffRow]:
    """Leave out equal rows that are further than `context` from any difference."""
    kept = bytearray(len(rows))
    for place, row in enumerate(rows):
        if row.kind is not RowKind.SAME:
            start, end = max(0, place - context), min(len(rows), place + context + 1)
            kept[start:end] = b"\1" * (end - start)
    place = 0
    while place < len(rows):
        if kept[place]:
            yield rows[place]
            place += 1
            continue
        end = kept.find(1, place)
        end = len(rows) if end < 0 else end
        first = rows[place]
        yield DiffRow(RowKind.SKIPPED, first.old_line, first.new_line, count=end - place)
        place = end
