"""The mean of each document's vectors: what the document is about as a whole.

A passage of a document that is about the question as a whole is preferred to one that only sounds
like it (docs/benchmarks.md); `dense.py` adds it to the passages' own nearness.
"""

from typing import Any
from uuid import UUID

from django.db import connection, transaction

from apps.retrieval.models import EmbeddingSpace, Passage

DOCUMENTS = 200
MISSING = """
SELECT DISTINCT p.document_id FROM passages p
WHERE p.source_id = %(source)s
  AND EXISTS (SELECT 1 FROM passage_vectors v WHERE v.space_id = %(space)s AND v.passage_id = p.id)
  AND NOT EXISTS (SELECT 1 FROM document_vectors d
                  WHERE d.space_id = %(space)s AND d.document_id = p.document_id)
LIMIT %(most)s
"""
FILL = """
INSERT INTO document_vectors (document_id, source_id, space_id, embedding)
SELECT p.document_id, p.source_id, v.space_id, avg(v.embedding)
FROM passages p JOIN passage_vectors v ON v.passage_id = p.id AND v.space_id = %(space)s
WHERE p.source_id = %(source)s AND p.document_id = ANY(%(documents)s)
GROUP BY p.document_id, p.source_id, v.space_id
ON CONFLICT (document_id, space_id) DO UPDATE SET embedding = excluded.embedding
"""


def fill_centroids(space: EmbeddingSpace, source_id: UUID) -> None:
    """Make the vectors of the source's documents that are missing or were forgotten."""
    values: dict[str, Any] = {"space": space.pk, "source": source_id, "most": DOCUMENTS}
    while documents := missing(values):
        with transaction.atomic(), connection.cursor() as cursor:
            # Locked, so that a passage deleted meanwhile takes the mean with it.
            rows = Passage.objects.filter(source_id=source_id, document_id__in=documents)
            list(rows.select_for_update(no_key=True).order_by("pk").values_list("pk"))
            cursor.execute(FILL, {**values, "documents": documents})
        if len(documents) < DOCUMENTS:
            return


def missing(values: dict[str, Any]) -> list[UUID]:
    """Some of the documents that have vectors and no mean of them."""
    with connection.cursor() as cursor:
        cursor.execute(MISSING, values)
        return [document for (document,) in cursor.fetchall()]
