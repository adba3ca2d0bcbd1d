"""Documents of a collection by id, and what hangs on them."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.utils.cache import get_conditional_response
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import Endpoint
from apps.api.etags import etag_of, expected_version
from apps.api.pagination import PageQuery, page_of
from apps.api.preconditions import IF_MATCH, IF_NONE_MATCH
from apps.api.serializers.documents import (
    ChunkSerializer,
    DocumentSerializer,
)
from apps.collections.ingest import delete_document
from apps.collections.models import Chunk, Collection, Document

TAG = ["Documents"]
BODIES = ("content", "front_matter", "heading_tree", "code_blocks", "tables")


class DocumentView(Endpoint):
    """What the views of documents share."""

    def readable(self, collection_id: UUID) -> QuerySet[Document]:
        """Readable documents of one collection, with counts; its absence is told first."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        rows = Document.objects.visible_to(self.caller).filter(collection=collection_id)
        return rows.with_counts().select_related("collection")

    def shown(self, document: Document) -> HttpResponseBase:
        """The document with its tag, or 304 when the caller has this version already."""
        etag = etag_of(document)
        answer = Response(DocumentSerializer(document).data, headers={"ETag": etag})
        return get_conditional_response(self.request, etag=etag, response=answer) or answer


class DocumentDetail(DocumentView):
    """One document."""

    @extend_schema(
        operation_id="getDocument",
        summary="Read a document",
        parameters=[IF_NONE_MATCH],
        responses={200: DocumentSerializer, 304: OpenApiResponse(description="Not changed.")},
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, document_id: UUID) -> HttpResponseBase:  # noqa: ARG002
        """Its text and what was parsed from it; `ETag` names the version."""
        return self.shown(self.one(self.readable(collection_id), pk=document_id))

    @extend_schema(
        operation_id="deleteDocument",
        summary="Delete a document",
        parameters=[IF_MATCH],
        responses={204: OpenApiResponse(description="It is gone.")},
        tags=TAG,
    )
    def delete(self, request: Request, collection_id: UUID, document_id: UUID) -> Response:
        """With `If-Match`, only when that is still the stored version."""
        document = self.one(self.readable(collection_id), pk=document_id)
        version = expected_version(request, document)
        delete_document(user=self.caller, document_id=document.pk, expected_version=version)
        return Response(status=204)


class DocumentChunks(DocumentView):
    """Chunks of one document."""

    @extend_schema(
        operation_id="listChunks",
        summary="List the chunks of a document",
        parameters=[PageQuery],
        responses=page_of(ChunkSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, document_id: UUID) -> Response:  # noqa: ARG002
        """In order, with their text: the units that searches find."""
        document = self.one(self.readable(collection_id).defer(*BODIES), pk=document_id)
        chunks = Chunk.objects.visible_to(self.caller).filter(document=document)
        return self.page(chunks.order_by("chunk_index"), ChunkSerializer)
