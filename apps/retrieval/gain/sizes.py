"""How many tokens whole documents have: counted once for each version, then kept."""

from collections.abc import Iterable
from typing import NamedTuple
from uuid import UUID

from django.db import connection

from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.retrieval.models import DocumentSize
from apps.text.tokens import count_tokens

KNOWN = """
SELECT d.id, d.source_id, d.content_hash, s.tokens FROM (
    SELECT id, collection_id AS source_id, content_hash FROM md_documents
    WHERE id = ANY(%(ids)s)
    UNION ALL SELECT id, repository_id, content_hash FROM repo_documents WHERE id = ANY(%(ids)s)
) d LEFT JOIN document_sizes s ON s.document_id = d.id AND s.content_hash = d.content_hash
ORDER BY d.id
"""


class Size(NamedTuple):
    """A document's source and its tokens."""

    source: UUID
    tokens: int


def sizes_of(ids: Iterable[UUID]) -> dict[UUID, Size]:
    """The sizes of documents, which the caller has been served from; missing ones are left out."""
    with connection.cursor() as cursor:
        cursor.execute(KNOWN, {"ids": list(ids)})
        rows = cursor.fetchall()
    unknown = {pk: digest for pk, _, digest, tokens in rows if tokens is None}
    counted = count_documents(unknown) if unknown else {}
    return {
        pk: Size(source, counted.get(pk, 0) if tokens is None else tokens)
        for pk, source, _, tokens in rows
    }


def count_documents(unknown: dict[UUID, str]) -> dict[UUID, int]:
    """Count documents and keep the numbers with the hash of what was counted."""
    sizes = [
        DocumentSize(document_id=pk, content_hash=digest, tokens=count_tokens(content))
        for rows in (Document.objects, RepoDocument.objects)
        for pk, digest, content in rows.filter(pk__in=list(unknown)).values_list(
            "pk", "content_hash", "content"
        )
    ]
    DocumentSize.objects.bulk_create(
        sizes,
        update_conflicts=True,
        unique_fields=["document_id"],
        update_fields=["content_hash", "tokens"],
    )
    return {size.document_id: size.tokens for size in sizes}
