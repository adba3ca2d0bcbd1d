"""The streams of candidates. Each is ranked inside the scope, best first, ties by id."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connections, router
from pgvector import HalfVector

from apps.retrieval.embedding.embedder import Row
from apps.retrieval.lexemes import quote_lexeme, search_tokens
from apps.retrieval.models import EmbeddingSpace, Passage
from apps.retrieval.names import normalise_name
from apps.retrieval.scope import Scope
from apps.text.query_terms import query_terms

CANDIDATES = 300
# 20,000 alternatives overflow PostgreSQL's stack; a question has far fewer words that matter.
MAX_TERMS = 64

EXACT = """
SELECT p.id, CASE WHEN p.names[1] = %(name)s THEN 1.0 ELSE 0.5 END AS score
FROM passages p WHERE p.names @> ARRAY[%(name)s] AND {scope}
ORDER BY score DESC, p.id LIMIT %(limit)s
"""
# ts_rank with normalisation 1 (length) over an OR of the question's lexemes: the variant that does
# best on natural questions; a passage that holds all of them counts double.
LEXICAL = """
WITH words AS (
    SELECT string_agg(lexeme, ' | ')::tsquery AS any_word,
           string_agg(lexeme, ' & ')::tsquery AS all_words
    FROM (SELECT '''' || replace(replace(word, '\\', '\\\\'), '''', '''''') || '''' AS lexeme
          FROM unnest(tsvector_to_array(to_tsvector('english', %(query)s))) AS word
          LIMIT %(terms)s) AS quoted
), question AS (
    SELECT coalesce(any_word, ''::tsquery) AS any_word, all_words, %(identifiers)s::tsquery AS ids
    FROM words
)
SELECT p.id,
       ts_rank('{{0.1, 0.2, 0.4, 1.0}}', p.lexemes, q.any_word, 1)
         * CASE WHEN p.lexemes @@ q.all_words THEN 2 ELSE 1 END
       + 0.5 * ts_rank(p.identifiers, q.ids, 1) AS score
FROM passages p, question q
WHERE (p.lexemes @@ q.any_word OR p.identifiers @@ q.ids) AND {scope}
ORDER BY score DESC, p.id LIMIT %(limit)s
"""
DENSE = """
SELECT v.passage_id, 1 - (v.embedding <=> %(vector)s::halfvec) AS score
FROM passage_vectors v {join}
WHERE v.space_id = %(space)s AND {scope}
ORDER BY v.embedding <=> %(vector)s::halfvec, v.passage_id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with the score that one stream gives it."""

    id: UUID
    score: float


def exact_stream(query: str, scope: Scope) -> list[Candidate]:
    """Passages whose page title, key or heading is the query itself."""
    return run_stream(EXACT.format(scope=scope.on("p")), scope, name=normalise_name(query))


def lexical_stream(query: str, scope: Scope) -> list[Candidate]:
    """PostgreSQL full text over title, headings and body, and over identifiers."""
    return run_stream(
        LEXICAL.format(scope=scope.on("p")),
        scope,
        query=query,
        identifiers=identifier_query(query),
        terms=MAX_TERMS,
    )


def dense_stream(vector: Row, space: EmbeddingSpace, scope: Scope) -> list[Candidate]:
    """Cosine similarity in one embedding space, exact over the scope."""
    join = "JOIN passages p ON p.id = v.passage_id" if scope.filters else ""
    sql = DENSE.format(scope=scope.on("v"), join=join)
    literal = HalfVector(vector.tolist()).to_text()
    return run_stream(sql, scope, vector=literal, space=space.pk)


def identifier_query(query: str) -> str:
    """The query's identifiers and plain words as an OR, in the text form of a tsquery."""
    tokens = dict.fromkeys([*search_tokens(query), *query_terms(query)])
    return " | ".join(quote_lexeme(token) for token in list(tokens)[:MAX_TERMS])


def run_stream(sql: str, scope: Scope, **parameters: Any) -> list[Candidate]:
    """Candidates of one statement, on the connection that searches use."""
    with connections[router.db_for_read(Passage)].cursor() as cursor:
        cursor.execute(sql, {**scope.parameters, **parameters, "limit": CANDIDATES})
        return [Candidate(pk, float(score)) for pk, score in cursor.fetchall()]
