"""Documents coming in: one, several files, an archive, or a JSON batch."""

from typing import Any
from uuid import UUID

from django.db.models import Q
from django.urls import reverse
from drf_spectacular.utils import (
    OpenApiExample,
    PolymorphicProxySerializer,
    extend_schema,
)
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.etags import etag_of_result
from apps.api.intake import (
    archive_of_form,
    document_of,
    documents_of_batch,
    documents_of_form,
    only_document_of_form,
    summary_of,
)
from apps.api.pagination import PageQuery, page_of
from apps.api.parsers import JsonBody, is_form
from apps.api.serializers.collections import SearchFilterSerializer
from apps.api.serializers.documents import (
    BatchAnswerSerializer,
    BatchRequestSerializer,
    DocumentItemSerializer,
    DocumentRequestSerializer,
    DocumentResultSerializer,
    UploadRequestSerializer,
)
from apps.api.serializers.jobs import JobSerializer
from apps.api.views.documents import BODIES, TAG, DocumentView
from apps.collections.documents import DocumentResult, DocumentState, IncomingDocument
from apps.collections.ingest import ingest_batch, ingest_document
from apps.collections.uploads import store_upload

ENTRY = {
    "source_key": "guides/restore.md",
    "title": "Restore a backup",
    "content": "# Restore a backup\n\nStop the service first.\n",
}
RESULT = {
    "source_key": "guides/restore.md",
    "state": "created",
    "document_id": "b7f2a6c4-1d1c-4c7e-8f0a-52a0a2f1d9ce",
    "title": "Restore a backup",
    "chunk_count": 1,
    "version": 1,
    "code": "",
    "reason": "",
    "note": "",
    "is_truncated": False,
}


class DocumentList(DocumentView):
    """Documents of one collection."""

    parser_classes = (JsonBody, MultiPartParser)

    @extend_schema(
        operation_id="listDocuments",
        summary="List the documents of a collection",
        parameters=[PageQuery, SearchFilterSerializer],
        responses=page_of(DocumentItemSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """By key; `search` looks into titles and keys."""
        words = self.query(SearchFilterSerializer)["search"]
        matches = Q(title__icontains=words) | Q(source_key__icontains=words)
        rows = self.readable(collection_id).filter(matches).defer(*BODIES)
        return self.page(rows, DocumentItemSerializer)

    @extend_schema(
        operation_id="addDocuments",
        summary="Add or replace documents",
        request={
            "application/json": DocumentRequestSerializer,
            "multipart/form-data": UploadRequestSerializer,
        },
        responses={
            200: PolymorphicProxySerializer(
                "DocumentResultOrBatchAnswer",
                [DocumentResultSerializer, BatchAnswerSerializer],
                resource_type_field_name=None,
            ),
            201: DocumentResultSerializer,
            202: JobSerializer,
        },
        examples=[
            OpenApiExample("A document", ENTRY, request_only=True, media_type="application/json"),
            OpenApiExample("Created", RESULT, response_only=True, status_codes=["201"]),
        ],
        tags=TAG,
    )
    def post(self, request: Request, collection_id: UUID) -> Response:
        """Keyed by `source_key` and compared by hash.

        One document answers 201 when it is created, 200 when it is replaced or unchanged. Several
        files answer 200 with one result each; a bad one does not stop the others. A zip archive is
        kept and taken in by a job, with which 202 answers.
        """
        self.readable(collection_id)
        if is_form(request):
            return self.upload(collection_id, self.body(UploadRequestSerializer))
        document = document_of(self.body(DocumentRequestSerializer))
        return self.store(collection_id, document)

    def upload(self, collection_id: UUID, form: dict[str, Any]) -> Response:
        """Take in the files of a form."""
        archive = archive_of_form(form)
        if archive is not None:
            name = archive.name or "upload.zip"
            job = store_upload(
                user=self.caller, collection_id=collection_id, name=name, file=archive
            )
            return Response(JobSerializer(job).data, status=202)
        if len(form["file"]) == 1:
            return self.store(collection_id, only_document_of_form(form))
        documents = documents_of_form(form)
        results = ingest_batch(user=self.caller, collection_id=collection_id, documents=documents)
        return Response(summary_of(results))

    def store(self, collection_id: UUID, document: IncomingDocument) -> Response:
        """Take in one document."""
        result = ingest_document(user=self.caller, collection_id=collection_id, document=document)
        return answer_of(collection_id, result)


class DocumentBatch(DocumentView):
    """Many documents in one request."""

    @extend_schema(
        operation_id="addDocumentBatch",
        summary="Add or replace many documents",
        request=BatchRequestSerializer,
        responses=BatchAnswerSerializer,
        examples=[
            OpenApiExample("Two documents", {"documents": [ENTRY, ENTRY]}, request_only=True),
            OpenApiExample(
                "Answer",
                {
                    "created": 1,
                    "replaced": 0,
                    "unchanged": 0,
                    "errors": [],
                    "notes": {},
                    "results": [RESULT],
                },
                response_only=True,
            ),
        ],
        tags=TAG,
    )
    def post(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Each entry has `source_key`, `content` and perhaps `title`.

        The answer is 200 with one result each, in the same order; a bad entry has the state
        `error` with its reason and does not stop the others.
        """
        self.readable(collection_id)
        documents = documents_of_batch(self.body(BatchRequestSerializer)["documents"])
        results = ingest_batch(user=self.caller, collection_id=collection_id, documents=documents)
        return Response(summary_of(results))


def answer_of(collection_id: UUID, result: DocumentResult) -> Response:
    """The answer for one document: 201 with its address when new, else 200."""
    headers = {"ETag": etag_of_result(result)}
    if result.state is not DocumentState.CREATED:
        return Response(result.as_dict(), headers=headers)
    place = {"collection_id": collection_id, "document_id": result.document_id}
    headers["Location"] = reverse("api-document", kwargs=place)
    return Response(result.as_dict(), status=201, headers=headers)
