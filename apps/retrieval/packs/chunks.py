"""Chunks of either corpus with their documents, always through the access rule."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from apps.access.principals import Principal
from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.indexing import AnyChunk


def chunks_by_id(*, user: Principal, ids: Iterable[UUID]) -> dict[UUID, AnyChunk]:
    """The readable ones of the chunks."""
    return {chunk.pk: chunk for chunk in matching(user, Q(pk__in=list(ids)))}


def first_chunks(*, user: Principal, document_ids: Iterable[UUID]) -> dict[UUID, AnyChunk]:
    """The first chunk of each readable document, by the document's id."""
    ids = list(document_ids)
    found = matching(user, Q(document__in=ids, chunk_index=0)) if ids else []
    return {chunk.document_id: chunk for chunk in found}


def matching(user: Principal, condition: Q) -> list[AnyChunk]:
    """Chunks of collections, then of repositories."""
    return [
        *Chunk.objects.visible_to(user).filter(condition).select_related("document__collection"),
        *RepoDocumentChunk.objects.visible_to(user)
        .filter(condition)
        .select_related("document__repository", "section"),
    ]
