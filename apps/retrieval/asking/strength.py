"""How much of a question the best hits speak of."""

import re
from collections.abc import Sequence

from apps.retrieval.hits import Hit
from apps.text.query_terms import query_terms

LOOKED_AT = 3
# Endings that change with number and tense; a longer beginning must be the same.
ENDING = 3
SHORTEST = 4


def strength_of(question: str, hits: Sequence[Hit]) -> float | None:
    """The largest share of the question's words that one of the first hits holds, 0 to 1.

    None for a question without words, or without hits. Words count by their beginning, so that
    "restoring" is found in "restored"; whatever the model, the figure means the same.
    """
    stems = [stem(term) for term in query_terms(question)]
    if not stems or not hits:
        return None
    if "exact" in hits[0].streams:
        return 1.0
    texts = [text_of(hit) for hit in hits[:LOOKED_AT]]
    shares = [sum(speaks_of(text, one) for one in stems) / len(stems) for text in texts]
    return round(max(shares), 3)


def stem(term: str) -> str:
    """The beginning of a word that its forms share."""
    return term[: max(SHORTEST, len(term) - ENDING)]


def speaks_of(text: str, beginning: str) -> bool:
    """Whether a word of the text begins so; scripts without spaces have no such beginnings."""
    if not beginning.isascii():
        return beginning in text
    return re.search(rf"(?<!\w){re.escape(beginning)}", text) is not None


def text_of(hit: Hit) -> str:
    """What a hit says, in small letters."""
    return "\n".join((hit.title, hit.source_key, *hit.heading_path, hit.snippet)).lower()
