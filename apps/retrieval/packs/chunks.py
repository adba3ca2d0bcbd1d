"""Chunks of either corpus with their documents, always through the access rule."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import Q

from apps.access.principals import Principal
from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.hits import with_documents, with_repo_documents
from apps.retrieval.indexing import AnyChunk


def chunks_by_id(*, user: Principal, ids: Iterable[UUID]) -> dict[UUID, AnyChunk]:
    """The readable ones of the chunks."""
    return {chunk.pk: chunk for chunk in matching(user, Q(pk__in=list(ids)))}


def first_chunks(*, user: Principal, document_ids: Iterable[UUID]) -> dict[UUID, AnyChunk]:
    """The first chunk of each readable document, by the document's id."""
    ids, found = set(document_ids), dict[UUID, AnyChunk]()
    for look in (in_collections, in_repositories):
        if missing := list(ids - set(found)):
            chunks = look(user, Q(document__in=missing, chunk_index=0))
            found.update((chunk.document_id, chunk) for chunk in chunks)
    return found


def matching(user: Principal, condition: Q) -> list[AnyChunk]:
    """Chunks of collections, then of repositories; their documents without the text."""
    return [*in_collections(user, condition), *in_repositories(user, condition)]


def in_collections(user: Principal, condition: Q) -> Iterable[AnyChunk]:
    """Readable chunks of collections."""
    return with_documents(Chunk.objects.visible_to(user).filter(condition))


def in_repositories(user: Principal, condition: Q) -> Iterable[AnyChunk]:
    """Readable chunks of repositories."""
    return with_repo_documents(RepoDocumentChunk.objects.visible_to(user).filter(condition))
