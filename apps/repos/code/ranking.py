"""How well a symbol answers a query: the SQL that the list and the search share."""

from dataclasses import dataclass
from typing import Any

from apps.text.identifiers import identifier_tokens
from apps.text.query_terms import query_terms

MOST_TERMS = 6
MOST_WORDS = 16
LONGEST = 200
# Trigram similarity (pg_trgm), equality and shared words each give a score of 0 to 1; the best
# counts. `s` is a row of code_nodes.
_FITS = "s.words && %(words)s::text[] OR s.name = ANY(%(texts)s) OR s.qualified_name = %(whole)s"
_SCORE = """greatest(
    CASE WHEN s.qualified_name = %(whole)s THEN 1.0
         WHEN s.name = %(whole)s THEN 0.97
         WHEN lower(s.qualified_name) = lower(%(whole)s) THEN 0.95
         WHEN lower(s.name) = lower(%(whole)s) THEN 0.93
         WHEN right(lower(s.qualified_name), length(%(whole)s) + 1) = ANY(%(ends)s) THEN 0.9
         WHEN s.name = ANY(%(texts)s) THEN 0.85 ELSE 0 END,
    0.8 * (SELECT count(*) FROM unnest(%(words)s::text[]) w WHERE w = ANY(s.words))
        / greatest(cardinality(%(words)s::text[]), 1),
    0.75 * {similar})"""


@dataclass(frozen=True, slots=True)
class SymbolQuery:
    """A query as SQL: which rows fit, and their score, with named parameters."""

    fits: str
    score: str
    parameters: dict[str, Any]


def symbol_query(query: str) -> SymbolQuery:
    """Take a query apart into names and words."""
    whole = query.strip().removesuffix("()")[:LONGEST]
    texts = [whole, *(part.strip("`'\".,;:()?!") for part in query.split())]
    texts = [text for text in dict.fromkeys(texts) if text][: MOST_TERMS + 1]
    terms = [term[:LONGEST] for term in query_terms(query)][:MOST_TERMS]
    words = list(dict.fromkeys(w for term in terms for w in (identifier_tokens(term) or [term])))
    parameters: dict[str, Any] = {"whole": whole, "texts": texts, "words": words[:MOST_WORDS]}
    parameters["ends"] = [f"{joint}{whole.lower()}" for joint in (".", ":", "\\", "/")]
    similar, fits = ["0"], [_FITS]
    for number, term in enumerate(terms):
        parameters[f"term_{number}"] = term
        similar.append(f"similarity(s.name, %(term_{number})s)")
        fits.append(f"s.name %% %(term_{number})s")
    score = _SCORE.format(similar=f"greatest({', '.join(similar)})")
    return SymbolQuery(f"({' OR '.join(fits)})", score, parameters)
