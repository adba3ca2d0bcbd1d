"""The lexical stream: BM25 over words and identifiers of the readable passages."""

from collections import Counter
from collections.abc import Iterator
from itertools import islice
from typing import Any

import numpy as np
import psycopg
from django.db import connections, router

from apps.retrieval.candidates import CANDIDATES, Candidate
from apps.retrieval.lexical.scoring import (
    ENTRY,
    Numbers,
    Scores,
    Statistics,
    Term,
    best_first,
    score_passages,
)
from apps.retrieval.models import Passage, TermKind
from apps.retrieval.scope import Scope, as_array
from apps.text.query_terms import query_terms
from apps.text.terms import text_identifiers, text_words

MAX_TERMS = 64
# An identifier's parts are counted as words too, so the identifiers only add to that.
IDENTIFIER_WEIGHT = 0.35

POSTINGS = """
WITH terms AS (
    SELECT * FROM unnest(%(kinds)s::int2[], %(terms)s::text[], %(times)s::int4[])
        AS row(kind, term, times)
), totals AS MATERIALIZED (
    SELECT sum(passages) AS passages, sum(lexemes) AS lexemes, sum(identifiers) AS identifiers
    FROM lexical_segments WHERE source_id = ANY(%(readable)s::uuid[])
), found AS (
    SELECT t.kind, t.term, t.times, string_agg(p.entries, ''::bytea) AS entries
    FROM terms t JOIN lexical_postings p ON p.kind = t.kind AND p.term = t.term
    WHERE p.source_id = ANY(%(readable)s::uuid[])
    GROUP BY t.kind, t.term, t.times
)
SELECT kind, times, entries, passages::float8,
       (CASE kind WHEN 0 THEN lexemes ELSE identifiers END)::float8
FROM found, totals ORDER BY kind, term
"""
LIVING = """
SELECT p.number, p.id, p.document_id FROM passages p
WHERE p.number = ANY(%(numbers)s::int4[]) AND {scope}
"""


def lexical_stream(query: str, scope: Scope) -> list[Candidate]:
    """Passages that share words or identifiers with the query, best first, ties by id."""
    numbers, scores = score_passages(list(load_terms(query, scope)))
    found = living(numbers, scores, scope)
    return sorted(found, key=lambda one: (-one.score, one.id.int))[:CANDIDATES]


def load_terms(query: str, scope: Scope) -> Iterator[Term]:
    """The query's terms with their postings in the readable sources."""
    terms = list(terms_of(query))
    values = {
        **scope.parameters,
        "kinds": [kind.value for kind, _, _ in terms],
        "terms": [term for _, term, _ in terms],
        "times": [times for _, _, times in terms],
    }
    for kind, times, entries, passages, length in fetch(POSTINGS, values):
        statistics = Statistics(int(passages), length / max(passages, 1.0))
        weight = float(times) if kind == TermKind.LEXEME else IDENTIFIER_WEIGHT
        yield Term(weight, np.frombuffer(entries, ENTRY), statistics)


def terms_of(query: str) -> Iterator[tuple[TermKind, str, int]]:
    """Kind, term and how often: at most 64 words and 64 identifiers, the first of each."""
    words = Counter(text_words(query))
    for word, times in islice(words.items(), MAX_TERMS):
        yield TermKind.LEXEME, word, times
    for token in list(dict.fromkeys([*text_identifiers(query), *query_terms(query)]))[:MAX_TERMS]:
        yield TermKind.IDENTIFIER, token, 1


def living(numbers: Numbers, scores: Scores, scope: Scope) -> Iterator[Candidate]:
    """The best passages that the scope holds, with their scores: at least as many as are wanted.

    Replaced passages and those that a filter excludes are only known to the database, so it is
    asked about more and more of the best until there are enough.
    """
    sql = LIVING.format(scope=scope.on("p"))
    start, size, found = 0, CANDIDATES + CANDIDATES // 4, 0
    while found < CANDIDATES and start < len(numbers):
        part = best_first(numbers, scores, size)[start:]
        by_number = dict(zip(numbers[part].tolist(), scores[part].tolist(), strict=True))
        rows = fetch(sql, {**scope.parameters, "numbers": as_array(by_number)})
        found += len(rows)
        yield from (Candidate(pk, by_number[number], document) for number, pk, document in rows)
        start, size = size, size * 8


def fetch(sql: str, values: dict[str, Any]) -> list[tuple[Any, ...]]:
    """Rows in PostgreSQL's binary form: postings as text would be twice as long."""
    connection = connections[router.db_for_read(Passage)]
    connection.ensure_connection()
    # Django's own cursors bind parameters in the client, which rules the binary form out.
    with connection.wrap_database_errors, psycopg.Cursor(connection.connection) as cursor:
        cursor.execute(sql, values, binary=True)
        return list(cursor.fetchall())
