"""How much more each source speaks of a question's words than all readable sources together.

A source is taken as one text (Callan, "Distributed information retrieval", 2000): for each word the
share of its passages that hold the word is compared with the share everywhere, and counted by the
word's rarity. The figures come from the inverted index and from readable sources only.
"""

from collections import defaultdict
from dataclasses import dataclass
from math import log, log1p
from uuid import UUID

from apps.retrieval.lexical.scoring import ENTRY
from apps.retrieval.lexical.stream import fetch, terms_of
from apps.retrieval.scope import Scope

# Passages added to each source, so that one lucky passage of a tiny source does not decide.
PRIOR = 5

COUNTS = """
WITH terms AS (
    SELECT * FROM unnest(%(kinds)s::int2[], %(terms)s::text[]) AS row(kind, term)
), sizes AS MATERIALIZED (
    SELECT source_id, sum(passages) AS passages FROM lexical_segments
    WHERE source_id = ANY(%(readable)s::uuid[]) GROUP BY source_id
)
SELECT p.kind, p.term, p.source_id, sum(length(p.entries) / %(record)s)::float8, passages::float8,
       (SELECT sum(passages) FROM sizes)::float8
FROM terms t JOIN lexical_postings p USING (kind, term) JOIN sizes s ON s.source_id = p.source_id
GROUP BY p.kind, p.term, p.source_id, passages
"""


@dataclass(frozen=True, slots=True)
class Count:
    """A word in one source: passages that hold it, and passages there are."""

    source: UUID
    holding: float
    passages: float


def likelihoods(query: str, scope: Scope) -> dict[UUID, float]:
    """For each source that holds a word of the question, how well it fits: the best has 1."""
    counts, total = count_words(query, scope)
    scores: dict[UUID, float] = defaultdict(float)
    for word in counts:
        everywhere = sum(one.holding for one in word)
        rarity = log1p((max(total - everywhere, 0) + 0.5) / (everywhere + 0.5))
        for one in word:
            share = one.holding / (one.passages + PRIOR)
            scores[one.source] += rarity * log(1 + share * total / everywhere)
    best = max(scores.values(), default=0.0)
    return {source: score / best for source, score in scores.items()} if best > 0 else {}


def count_words(query: str, scope: Scope) -> tuple[list[list[Count]], float]:
    """The words of a question with their counts in each source, and the passages of all."""
    terms = list(terms_of(query))
    values = {
        **scope.parameters,
        "kinds": [kind.value for kind, _, _ in terms],
        "terms": [term for _, term, _ in terms],
        "record": ENTRY.itemsize,
    }
    words: dict[tuple[int, str], list[Count]] = defaultdict(list)
    total = 0.0
    for kind, term, source, holding, passages, everywhere in fetch(COUNTS, values):
        words[kind, term].append(Count(source, holding, passages))
        total = everywhere
    return [words[key] for key in sorted(words)], total
