"""The dense stream: passages by the nearness of their vectors to the question's."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection
from django.utils import timezone
from pgvector import HalfVector

from apps.retrieval.candidates import CANDIDATES, Candidate
from apps.retrieval.embedding.embedder import Row
from apps.retrieval.models import EmbeddingSpace, Vector
from apps.retrieval.scope import Scope
from apps.retrieval.streams import run_stream

# Up to so many passages in the scope every vector is compared; above, the index is asked.
MOST_COMPARED = 40_000
# From so many vectors on a space gets an index (Malkov and Yashunin's HNSW, as in pgvector).
FEWEST_INDEXED = 50_000
# Several windows of one passage may be among the nearest.
COMPARED_WINDOWS = CANDIDATES * 3
# What the index is asked for costs it time, so fewer; it looks at as many to find them. Among more
# passages that would miss too many (docs/benchmarks.md).
INDEXED_WINDOWS, MANY_WINDOWS = 160, 600
MANY_PASSAGES = 200_000
# Vectors are of unit length, so the inner product is the cosine, and cheaper.
NEAREST = """
WITH windows AS MATERIALIZED (
    SELECT v.passage_id, -({column} <#> %(vector)s::halfvec({size})) AS score
    FROM passage_vectors v {join}
    WHERE v.space_id = %(space)s AND {scope}
    ORDER BY {column} <#> %(vector)s::halfvec({size}) LIMIT %(windows)s
), nearest AS MATERIALIZED (
    SELECT passage_id, max(score) AS score FROM windows
    GROUP BY passage_id ORDER BY score DESC, passage_id LIMIT %(limit)s
)
SELECT n.passage_id, n.score + {share} * coalesce(
           -(d.embedding <#> %(vector)s::halfvec({size})) - n.score, 0) AS score, p.document_id
FROM nearest n JOIN passages p ON p.id = n.passage_id
LEFT JOIN document_vectors d ON d.document_id = p.document_id AND d.space_id = %(space)s
ORDER BY score DESC, n.passage_id
"""
# Lets the index go on until the scope's filter has let enough through (pgvector's manual). Sent
# together with the query: that makes them one transaction, in which alone this holds.
WIDER = """
SET LOCAL hnsw.ef_search = {windows};
SET LOCAL hnsw.iterative_scan = relaxed_order;
SET LOCAL hnsw.max_scan_tuples = 100000;
"""
# How much of a passage's nearness is that of its document as a whole.
DOCUMENT_SHARE = 0.15
# With four times the usual care in building it, searches find the same with a third less work.
INDEX = """
CREATE INDEX CONCURRENTLY IF NOT EXISTS {name} ON passage_vectors
USING hnsw ((embedding::halfvec({size})) halfvec_ip_ops) WITH (ef_construction = 256)
WHERE space_id = {space}
"""


def dense_stream(row: Row, space: EmbeddingSpace, scope: Scope, passages: int) -> list[Candidate]:
    """The nearest passages of a scope that holds so many of them, in one embedding space."""
    column, windows, before = "v.embedding", COMPARED_WINDOWS, ""
    if space.indexed_at is not None and passages > MOST_COMPARED:
        # The cast is what the index was made of; without it no index fits, all are compared.
        column = f"v.embedding::halfvec({space.dimension})"
        windows = INDEXED_WINDOWS if passages <= MANY_PASSAGES else MANY_WINDOWS
        before = WIDER.format(windows=windows)
    sql = NEAREST.format(
        column=column,
        size=space.dimension,
        scope=scope.on("v"),
        join=scope.join_passages,
        share=DOCUMENT_SHARE,
    )
    vector = HalfVector(row.tolist()).to_text()
    return run_stream(before + sql, scope, vector=vector, space=space.pk, windows=windows)


def index_of(space: EmbeddingSpace) -> str:
    """The name of a space's index."""
    return f"passage_vectors_near_{space.pk.hex[:12]}"


def drop_index(space: EmbeddingSpace) -> None:
    """Drop the index of a space, if it has one."""
    with connection.cursor() as cursor:
        cursor.execute(f"DROP INDEX IF EXISTS {index_of(space)}")


def build_index(space: EmbeddingSpace) -> bool:
    """Make the index of a space that has grown large, while searches and writes go on.

    Returns whether it did: not when another worker is at it. Must not be called inside a
    transaction.
    """
    if space.indexed_at is not None:
        return False
    if Vector.objects.filter(space=space)[FEWEST_INDEXED : FEWEST_INDEXED + 1].count() == 0:
        return False
    name = index_of(space)
    with alone(name) as is_alone, connection.cursor() as cursor:
        space.refresh_from_db(fields=["indexed_at"])
        if not is_alone or space.indexed_at is not None:
            return False
        # An interrupted build leaves an invalid index of that name.
        drop_index(space)
        # Above that memory the build would become many times slower; a million vectors need this.
        cursor.execute("SET maintenance_work_mem = '2GB'")
        cursor.execute(INDEX.format(name=name, size=space.dimension, space=f"'{space.pk}'"))
        cursor.execute("RESET maintenance_work_mem")
        space.indexed_at = timezone.now()
        space.save(update_fields=["indexed_at"])
    return True


@contextmanager
def alone(name: str) -> Iterator[bool]:
    """Whether nobody else is inside under this name; the lock ends with the connection at latest.

    Two that build one index at once wait for each other until PostgreSQL ends one of them.
    """
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_try_advisory_lock(hashtext(%s))", [name])
        is_alone = bool(cursor.fetchone()[0])
        try:
            yield is_alone
        finally:
            if is_alone:
                cursor.execute("SELECT pg_advisory_unlock(hashtext(%s))", [name])
