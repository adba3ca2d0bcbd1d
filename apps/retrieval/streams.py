"""The exact and the dense stream. Each is ranked inside the scope, best first, ties by id."""

from typing import Any

from django.db import connections, router
from pgvector import HalfVector

from apps.retrieval.candidates import CANDIDATES, Candidate
from apps.retrieval.embedding.embedder import Row
from apps.retrieval.models import EmbeddingSpace, Passage
from apps.retrieval.names import normalise_name
from apps.retrieval.scope import Scope

EXACT = """
SELECT p.id, CASE WHEN p.names[1] = %(name)s THEN 1.0 ELSE 0.5 END AS score
FROM passages p WHERE p.names @> ARRAY[%(name)s] AND {scope}
ORDER BY score DESC, p.id LIMIT %(limit)s
"""
DENSE = """
SELECT v.passage_id, 1 - (v.embedding <=> %(vector)s::halfvec) AS score
FROM passage_vectors v {join}
WHERE v.space_id = %(space)s AND {scope}
ORDER BY v.embedding <=> %(vector)s::halfvec, v.passage_id LIMIT %(limit)s
"""


def exact_stream(query: str, scope: Scope) -> list[Candidate]:
    """Passages whose page title, key or heading is the query itself."""
    return run_stream(EXACT.format(scope=scope.on("p")), scope, name=normalise_name(query))


def dense_stream(vector: Row, space: EmbeddingSpace, scope: Scope) -> list[Candidate]:
    """Cosine similarity in one embedding space, exact over the scope."""
    sql = DENSE.format(scope=scope.on("v"), join=scope.join_passages)
    literal = HalfVector(vector.tolist()).to_text()
    return run_stream(sql, scope, vector=literal, space=space.pk)


def run_stream(sql: str, scope: Scope, **parameters: Any) -> list[Candidate]:
    """Candidates of one statement, on the connection that searches use."""
    with connections[router.db_for_read(Passage)].cursor() as cursor:
        cursor.execute(sql, {**scope.parameters, **parameters, "limit": CANDIDATES})
        return [Candidate(pk, float(score)) for pk, score in cursor.fetchall()]
