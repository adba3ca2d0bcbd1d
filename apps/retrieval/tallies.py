"""How many passages a scope holds and how many of them have a serving vector.

Whole sources are not counted anew for each search: `PassageTally` knows.
"""

from django.db import connection, connections, router

from apps.retrieval.models import EmbeddingSpace, Passage
from apps.retrieval.scope import Scope

SUMS = """
SELECT coalesce(sum(change) FILTER (WHERE space_id IS NULL), 0),
       coalesce(sum(change) FILTER (WHERE space_id = %(space)s), 0)
FROM passage_tallies t WHERE {scope}
"""
# Only the passages themselves can answer filters.
COUNTS = """
SELECT count(*), count(v.passage_id) FROM passages p
LEFT JOIN passage_vectors v ON v.passage_id = p.id AND v.space_id = %(space)s AND v.part = 0
WHERE {scope}
"""
# A few rows are summed up in no time.
MANY = 16
COMPACT = """
WITH long AS (
    SELECT source_id FROM passage_tallies GROUP BY source_id HAVING count(*) > %(many)s
), gone AS (
    DELETE FROM passage_tallies WHERE source_id IN (SELECT source_id FROM long)
    RETURNING source_id, space_id, change
)
INSERT INTO passage_tallies (source_id, space_id, change)
SELECT source_id, space_id, sum(change) FROM gone
GROUP BY source_id, space_id HAVING sum(change) <> 0
"""


def count_passages(scope: Scope, space: EmbeddingSpace | None) -> tuple[int, int]:
    """Passages in the scope, and those of them that the space holds a vector of."""
    sql = COUNTS.format(scope=scope.on("p")) if scope.filters else SUMS.format(scope=scope.on("t"))
    with connections[router.db_for_read(Passage)].cursor() as cursor:
        cursor.execute(sql, {**scope.parameters, "space": space.pk if space else None})
        searched, embedded = cursor.fetchone()
    return int(searched), int(embedded)


def compact_tallies() -> None:
    """Sum up the rows of sources that have many; django-q2's scheduler calls it every hour.

    What other transactions add or sum up meanwhile is left to the next time.
    """
    with connection.cursor() as cursor:
        cursor.execute(COMPACT, {"many": MANY})
