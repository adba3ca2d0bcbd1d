"""Documents by the key they were uploaded under."""

from uuid import UUID

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.etags import expected_version
from apps.api.preconditions import IF_MATCH, IF_NONE_EXISTS, IF_NONE_MATCH
from apps.api.serializers.documents import (
    DocumentResultSerializer,
    DocumentSerializer,
    DocumentTextSerializer,
)
from apps.api.views.documents import TAG, DocumentView
from apps.api.views.uploads import answer_of
from apps.collections.documents import IncomingDocument
from apps.collections.ingest import delete_document, ingest_document
from apps.collections.keys import clean_key


class DocumentByKey(DocumentView):
    """One document, wherever it stands or will stand."""

    @extend_schema(
        operation_id="getDocumentByKey",
        summary="Read a document by its key",
        parameters=[IF_NONE_MATCH],
        responses={200: DocumentSerializer, 304: OpenApiResponse(description="Not changed.")},
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, source_key: str) -> HttpResponseBase:  # noqa: ARG002
        """The same answer as by id; slashes of the key stay as they are in the path."""
        rows = self.readable(collection_id)
        return self.shown(self.one(rows, source_key=clean_key(source_key)))

    @extend_schema(
        operation_id="putDocumentByKey",
        summary="Create or replace a document by its key",
        parameters=[IF_MATCH, IF_NONE_EXISTS],
        request=DocumentTextSerializer,
        responses={200: DocumentResultSerializer, 201: DocumentResultSerializer},
        examples=[
            OpenApiExample(
                "Text",
                {"content": "# Restore\n\nStop first.\n", "message": "First steps"},
                request_only=True,
            )
        ],
        tags=TAG,
    )
    def put(self, request: Request, collection_id: UUID, source_key: str) -> Response:
        """With `If-Match`, nothing is written unless that is still the stored version (412)."""
        key = clean_key(source_key)
        stored = self.readable(collection_id).filter(source_key=key).first()
        values = self.body(DocumentTextSerializer)
        result = ingest_document(
            user=self.caller,
            collection_id=collection_id,
            document=IncomingDocument(key, values["content"], values.get("title")),
            expected_version=expected_version(request, stored),
            message=values["message"],
        )
        return answer_of(collection_id, result)

    @extend_schema(
        operation_id="deleteDocumentByKey",
        summary="Delete a document by its key",
        parameters=[IF_MATCH],
        responses={204: OpenApiResponse(description="It is gone.")},
        tags=TAG,
    )
    def delete(self, request: Request, collection_id: UUID, source_key: str) -> Response:
        """With `If-Match`, only when that is still the stored version."""
        document = self.one(self.readable(collection_id), source_key=clean_key(source_key))
        version = expected_version(request, document)
        delete_document(user=self.caller, document_id=document.pk, expected_version=version)
        return Response(status=204)


@extend_schema(exclude=True)
class SameDocumentByKey(DocumentByKey):
    """The same under a shorter address; left out of the schema so that there is one to learn."""
