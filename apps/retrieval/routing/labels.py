"""Whether a question speaks of a source by its name or its description."""

from collections.abc import Mapping
from dataclasses import dataclass
from math import log1p
from uuid import UUID

from apps.retrieval.lexical.stream import terms_of


@dataclass(frozen=True, slots=True)
class Label:
    """How a source is called, in short, and all that is said of it."""

    name: str
    description: str


@dataclass(frozen=True, slots=True)
class Naming:
    """How far a question speaks of a source, from 0 to 1, and whether by its whole name."""

    share: float
    is_named: bool


def namings(query: str, labels: Mapping[UUID, Label]) -> dict[UUID, Naming]:
    """For each source whose name or description shares a word with the question.

    A word that few of the labels have counts for more. A name counts as a whole when all of its
    words stand in the question.
    """
    asked = words_of(query)
    said = {pk: words_of(f"{one.name} {one.description}") for pk, one in labels.items()}
    weights = {word: rarity(word, said) for word in asked}
    total = sum(weights.values()) or 1.0
    found = {}
    for pk, words in said.items():
        name = words_of(labels[pk].name)
        is_named = bool(name) and name <= asked
        share = sum(weights[word] for word in asked & words) / total
        if share > 0:
            found[pk] = Naming(1.0 if is_named else min(share, 1.0), is_named)
    return found


def rarity(word: tuple[int, str], said: Mapping[UUID, set[tuple[int, str]]]) -> float:
    """By the number of labels with the word."""
    holding = sum(word in words for words in said.values())
    return log1p((len(said) - holding + 0.5) / (holding + 0.5))


def words_of(text: str) -> set[tuple[int, str]]:
    """The words and identifiers of a text as the index has them; bigrams of unspaced scripts."""
    return {(kind.value, term) for kind, term, _ in terms_of(text)}
