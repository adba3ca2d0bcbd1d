"""How well a symbol answers a query: the SQL that the list and the search share."""

from dataclasses import dataclass
from typing import Any

from apps.text.identifiers import identifier_tokens
from apps.text.mentions.shapes import JOINTS, is_file_name, is_telling
from apps.text.query_terms import query_terms

MOST_TEXTS = 6
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
         WHEN s.name = %(last)s AND starts_with(s.qualified_name, %(first)s) THEN 0.88
         WHEN s.name = ANY(%(texts)s) THEN 0.85
         WHEN s.name = %(last)s THEN 0.7 ELSE 0 END,
    0.8 * (SELECT count(*) FROM unnest(%(words)s::text[]) w WHERE w = ANY(s.words))
        / greatest(cardinality(%(words)s::text[]), 1),
    0.75 * greatest({similar}))"""


@dataclass(frozen=True, slots=True)
class SymbolQuery:
    """A query as SQL: which rows fit, and their score, with named parameters."""

    fits: str
    score: str
    parameters: dict[str, Any]


def symbol_query(query: str) -> SymbolQuery:
    """Take a query apart into names and words.

    One word of a question may be anybody's name; one that can only be a name counts by itself.
    """
    whole = query.strip().removesuffix("()")[:LONGEST]
    pieces = [piece.strip("`'\".,;:()?!")[:LONGEST] for piece in query.split()]
    telling = [piece for piece in pieces if is_telling(JOINTS.split(piece)[-1])]
    texts = list(dict.fromkeys([whole, *telling]))[:MOST_TEXTS]
    terms = [term[:LONGEST] for term in query_terms(query)]
    words = list(dict.fromkeys(w for term in terms for w in (identifier_tokens(term) or [term])))
    parameters: dict[str, Any] = {"whole": whole, "texts": texts, "words": words[:MOST_WORDS]}
    # `Pool.take_one` may be inherited, or named through what exports it: the last part is the name.
    parts = tuple(filter(None, JOINTS.split(whole)))
    is_path = len(parts) > 1 and len(pieces) == 1 and not is_file_name(parts, whole)
    parameters["last"] = parts[-1] if is_path else ""
    parameters["first"] = f"{parts[0]}." if is_path else ""
    parameters["ends"] = [f"{joint}{whole.lower()}" for joint in (".", ":", "\\", "/")]
    similar, fits = [], [_FITS]
    for number, text in enumerate(texts):
        parameters[f"text_{number}"] = text
        similar.append(f"similarity(s.name, %(text_{number})s)")
        fits.append(f"s.name %% %(text_{number})s")
    score = _SCORE.format(similar=", ".join(similar))
    return SymbolQuery(f"({' OR '.join(fits)})", score, parameters)
