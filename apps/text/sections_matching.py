"""Which section of a changed document was which before, by title, parents and text."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

SMALLEST_TELLING = 30
"""Characters that a text needs to say by itself which section it is."""
LEAST_SIMILARITY = 0.5
MOST_PAIRS = 2500
_MOST_WORDS = 2000


class KnownSection(NamedTuple):
    """What is compared: `parent` is a position in the same list, `text` what the heading opens."""

    parent: int | None
    level: int
    title: str
    text: str


class Match(NamedTuple):
    """An old section for a new one (both by position), and how alike they are (0 to 1)."""

    old: int
    new: int
    similarity: float


def match_sections(old: Sequence[KnownSection], new: Sequence[KnownSection]) -> list[Match]:
    """Return pairs of the same section, each section in at most one, in the order of the new ones.

    First those with the same titles above them; among twins the same text, then the likest, then
    the order decides. What is left is matched by its text, by its children and by its parent.
    """
    matching = _Matching(old, new)
    matching.by_key(lambda side, place: (_path(side, place), side[place].level))
    matching.by_text()
    for _ in range(2):
        matching.by_children()
        matching.by_parent()
    matching.by_likeness()
    matching.by_children()
    matching.by_parent()
    return sorted(
        (Match(one, other, matching.similarity(one, other)) for one, other in matching.pairs()),
        key=lambda match: match.new,
    )


def likeness(one: Counter[str], other: Counter[str]) -> float:
    """Return twice the words in common over all words (Dice, 1945); 1 for two empty texts."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 1.0


def words_of(text: str) -> Counter[str]:
    """Return the words of a text, as many as are compared."""
    return Counter(text.split()[:_MOST_WORDS])


class _Matching:
    """Pairs found so far, and what is left on either side."""

    def __init__(self, old: Sequence[KnownSection], new: Sequence[KnownSection]) -> None:
        self.old, self.new = old, new
        self.new_of: dict[int, int] = {}
        self.old_of: dict[int, int] = {}
        self._old_words: dict[int, Counter[str]] = {}
        self._new_words: dict[int, Counter[str]] = {}

    def pairs(self) -> Iterable[tuple[int, int]]:
        return self.new_of.items()

    def similarity(self, one: int, other: int) -> float:
        """How alike the texts of an old and a new section are."""
        if self.old[one].text == self.new[other].text:
            return 1.0
        if one not in self._old_words:
            self._old_words[one] = words_of(self.old[one].text)
        if other not in self._new_words:
            self._new_words[other] = words_of(self.new[other].text)
        return likeness(self._old_words[one], self._new_words[other])

    def by_key(self, key: Callable[[Sequence[KnownSection], int], Hashable]) -> None:
        """Match sections with the same key; the best pairs of a group first."""
        groups: dict[Hashable, tuple[list[int], list[int]]] = {}
        for place in self._free_old():
            groups.setdefault(key(self.old, place), ([], []))[0].append(place)
        for place in self._free_new():
            if (group := groups.get(key(self.new, place))) is not None:
                group[1].append(place)
        for olds, news in groups.values():
            self._match_group(olds, news)

    def by_text(self) -> None:
        """Match what has the same telling text, if nothing else has it."""
        olds = _unique((place, self.old[place].text) for place in self._free_old())
        news = _unique((place, self.new[place].text) for place in self._free_new())
        for text in olds.keys() & news.keys():
            if len(text.strip()) >= SMALLEST_TELLING:
                self._add(olds[text], news[text])

    def by_children(self) -> None:
        """Match parents most of whose children are matched to each other."""
        votes: dict[int, Counter[int]] = {}
        for one, other in self.pairs():
            parent, new_parent = self.old[one].parent, self.new[other].parent
            if parent is not None and new_parent is not None:
                votes.setdefault(parent, Counter())[new_parent] += 1
        for parent, counted in votes.items():
            [(new_parent, count)] = counted.most_common(1)
            if 2 * count > counted.total():
                self._add(parent, new_parent)

    def by_parent(self) -> None:
        """Match children of matched parents that have the same title and level."""
        olds = _by_parent(self.old, self._free_old())
        news = _by_parent(self.new, self._free_new())
        for one, other in list(self.pairs()):
            if one in olds and other in news:
                self._match_alike(olds[one], news[other])

    def by_likeness(self) -> None:
        """Match what is left by similar text, the likest first."""
        olds, news = list(self._free_old()), list(self._free_new())
        if len(olds) * len(news) > MOST_PAIRS:
            return
        found = [
            (self._evidence(one, other), -abs(one - other), one, other)
            for one in olds
            for other in news
            if self.old[one].text.strip() and self.new[other].text.strip()
        ]
        for evidence, _, one, other in sorted(found, reverse=True):
            if evidence >= LEAST_SIMILARITY:
                self._add(one, other)

    def _evidence(self, one: int, other: int) -> float:
        titles = likeness(
            words_of(self.old[one].title.lower()), words_of(self.new[other].title.lower())
        )
        parent, new_parent = self.old[one].parent, self.new[other].parent
        same = 1.0 if parent is not None and self.new_of.get(parent) == new_parent else 0.0
        return 0.7 * self.similarity(one, other) + 0.2 * titles + 0.1 * same

    def _match_group(self, olds: list[int], news: list[int]) -> None:
        if len(olds) == 1 == len(news):
            self._add(olds[0], news[0])
            return
        texts: dict[str, list[int]] = {}
        for place in olds:
            texts.setdefault(self.old[place].text, []).append(place)
        for place in news:
            if same := texts.get(self.new[place].text):
                self._add(same.pop(0), place)
        left = [p for p in olds if p not in self.new_of], [p for p in news if p not in self.old_of]
        if len(left[0]) * len(left[1]) <= MOST_PAIRS:
            found = [(-self.similarity(a, b), a, b) for a in left[0] for b in left[1]]
            for _, one, other in sorted(found):
                self._add(one, other)

    def _match_alike(self, olds: list[int], news: list[int]) -> None:
        groups: dict[tuple[str, int], tuple[list[int], list[int]]] = {}
        for side, rows, places in ((0, self.old, olds), (1, self.new, news)):
            for place in places:
                key = rows[place].title, rows[place].level
                groups.setdefault(key, ([], []))[side].append(place)
        for ours, theirs in groups.values():
            self._match_group(ours, theirs)

    def _add(self, one: int, other: int) -> None:
        if one not in self.new_of and other not in self.old_of:
            self.new_of[one] = other
            self.old_of[other] = one

    def _free_old(self) -> Iterator[int]:
        return (place for place in range(len(self.old)) if place not in self.new_of)

    def _free_new(self) -> Iterator[int]:
        return (place for place in range(len(self.new)) if place not in self.old_of)


def _path(sections: Sequence[KnownSection], place: int) -> tuple[str, ...]:
    titles: list[str] = []
    at: int | None = place
    while at is not None:
        titles.append(sections[at].title)
        at = sections[at].parent
    return tuple(titles)


def _by_parent(sections: Sequence[KnownSection], places: Iterable[int]) -> dict[int, list[int]]:
    """Places by the position of their parent; those at the top are left out."""
    found: dict[int, list[int]] = {}
    for place in places:
        if (parent := sections[place].parent) is not None:
            found.setdefault(parent, []).append(place)
    return found


def _unique(texts: Iterable[tuple[int, str]]) -> dict[str, int]:
    """Places by text, for texts that occur once."""
    found: dict[str, int] = {}
    twice: set[str] = set()
    for place, text in texts:
        if text in found:
            twice.add(text)
        found[text] = place
    return {text: place for text, place in found.items() if text not in twice}
