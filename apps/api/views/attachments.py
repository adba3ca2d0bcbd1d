"""Images and other files beside the documents of a collection."""

from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.querysets import Action
from apps.api.endpoint import Endpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.preconditions import IF_NONE_MATCH
from apps.api.serializers.attachments import (
    AttachmentRequestSerializer,
    AttachmentResultSerializer,
    AttachmentSerializer,
)
from apps.api.serializers.collections import SearchFilterSerializer
from apps.collections.attaching import attach_file, delete_attachment
from apps.collections.attachments import IncomingAttachment, check_size
from apps.collections.documents import DocumentState
from apps.collections.models import Attachment, Collection
from apps.collections.serving import attachment_answer

TAG = ["Attachments"]


class AttachmentView(Endpoint):
    """What the views of attachments share."""

    def readable(self, collection_id: UUID) -> QuerySet[Attachment]:
        """Readable attachments of one collection; its absence is told first."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        return Attachment.objects.visible_to(self.caller).filter(collection=collection_id)


class AttachmentList(AttachmentView):
    """All attachments of a collection."""

    parser_classes = (MultiPartParser,)

    @extend_schema(
        operation_id="listAttachments",
        summary="List the attachments of a collection",
        parameters=[PageQuery, SearchFilterSerializer],
        responses=page_of(AttachmentSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """By key; `search` looks into keys."""
        words = self.query(SearchFilterSerializer)["search"]
        rows = self.readable(collection_id).filter(source_key__icontains=words)
        return self.page(rows.order_by("source_key"), AttachmentSerializer)

    @extend_schema(
        operation_id="addAttachment",
        summary="Add or replace an attachment",
        request={"multipart/form-data": AttachmentRequestSerializer},
        responses={200: AttachmentResultSerializer, 201: AttachmentResultSerializer},
        tags=TAG,
    )
    def post(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Keyed by `source_key` and compared by hash, as documents are."""
        # Before the body is read: whoever may not write is told so, whatever they send.
        Collection.objects.find(user=self.caller, action=Action.WRITE, pk=collection_id)
        form = self.body(AttachmentRequestSerializer)
        file = form["file"]
        check_size(file.size)
        incoming = IncomingAttachment(form.get("source_key") or file.name, file.read())
        result = attach_file(user=self.caller, collection_id=collection_id, file=incoming)
        if result.state is not DocumentState.CREATED:
            return Response(result.as_dict())
        place = {"collection_id": collection_id, "attachment_id": result.attachment_id}
        headers = {"Location": reverse("api-attachment", kwargs=place)}
        return Response(result.as_dict(), status=201, headers=headers)


class AttachmentDetail(AttachmentView):
    """One attachment."""

    @extend_schema(
        operation_id="getAttachment",
        summary="Read about an attachment",
        responses=AttachmentSerializer,
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, attachment_id: UUID) -> Response:  # noqa: ARG002
        """Its size, type and hash; the content stands at `…/content`."""
        row = self.one(self.readable(collection_id), pk=attachment_id)
        return Response(AttachmentSerializer(row).data)

    @extend_schema(
        operation_id="deleteAttachment",
        summary="Delete an attachment",
        responses={204: OpenApiResponse(description="It is gone.")},
        tags=TAG,
    )
    def delete(self, request: Request, collection_id: UUID, attachment_id: UUID) -> Response:  # noqa: ARG002
        """Links to it are tried again, and turn up as broken if nothing else fits."""
        row = self.one(self.readable(collection_id), pk=attachment_id)
        delete_attachment(user=self.caller, attachment_id=row.pk)
        return Response(status=204)


class AttachmentContent(AttachmentView):
    """The content of one attachment."""

    @extend_schema(
        operation_id="getAttachmentContent",
        summary="Download an attachment",
        parameters=[IF_NONE_MATCH],
        responses={
            (200, "application/octet-stream"): OpenApiTypes.BINARY,
            304: OpenApiResponse(description="Not changed."),
        },
        tags=TAG,
    )
    def get(
        self,
        request: Request,
        collection_id: UUID,
        attachment_id: UUID,
    ) -> HttpResponse:
        """The bytes as they were sent, with `ETag`; never as a page of this server."""
        row = self.one(self.readable(collection_id), pk=attachment_id)
        return attachment_answer(request, row)
