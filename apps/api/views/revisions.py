"""The history of a document."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.revisions import RevisionItemSerializer, RevisionSerializer
from apps.api.views.documents import BODIES, TAG, DocumentView
from apps.collections.models import Document
from apps.collections.revisions import list_revisions, read_revision


class RevisionView(DocumentView):
    """What both views share."""

    def document(self, collection_id: UUID, document_id: UUID) -> Document:
        """The document, without its text. Raises `NotFoundError`."""
        return self.one(self.readable(collection_id).defer(*BODIES), pk=document_id)


class DocumentRevisions(RevisionView):
    """All revisions of a document."""

    @extend_schema(
        operation_id="listRevisions",
        summary="List the revisions of a document",
        parameters=[PageQuery],
        responses=page_of(RevisionItemSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, document_id: UUID) -> Response:  # noqa: ARG002
        """Newest first: who changed it, when and why; without the texts."""
        document = self.document(collection_id, document_id)
        rows = list_revisions(user=self.caller, document_id=document.pk)
        return self.page(rows, RevisionItemSerializer)


class RevisionDetail(RevisionView):
    """One revision."""

    @extend_schema(
        operation_id="getRevision",
        summary="Read a revision of a document",
        responses=RevisionSerializer,
        tags=TAG,
    )
    def get(
        self,
        request: Request,  # noqa: ARG002
        collection_id: UUID,
        document_id: UUID,
        number: int,
    ) -> Response:
        """Its text as it was stored at that version."""
        document = self.document(collection_id, document_id)
        row = read_revision(user=self.caller, document_id=document.pk, number=number)
        return Response(RevisionSerializer(row).data)
