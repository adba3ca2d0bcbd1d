"""How many tokens whole documents have: counted once for each version, then kept."""

from collections.abc import Iterable
from uuid import UUID

from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.retrieval.models import DocumentSize
from apps.text.tokens import count_tokens


def count_documents(ids: Iterable[UUID]) -> None:
    """Count documents and keep the numbers with the hash of what was counted."""
    sizes = [
        DocumentSize(document_id=pk, content_hash=digest, tokens=count_tokens(content))
        for rows in (Document.objects, RepoDocument.objects)
        for pk, digest, content in rows.filter(pk__in=list(ids)).values_list(
            "pk", "content_hash", "content"
        )
    ]
    DocumentSize.objects.bulk_create(
        sizes,
        update_conflicts=True,
        unique_fields=["document_id"],
        update_fields=["content_hash", "tokens"],
    )
