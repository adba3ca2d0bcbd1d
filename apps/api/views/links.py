"""Links of documents, and the report of those that lead nowhere."""

from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.documents import UNRESOLVED, LinkFilterSerializer, LinkSerializer
from apps.api.views.documents import BODIES, DocumentView
from apps.collections.models import Collection, Link
from apps.collections.models.documents import LinkQuerySet

TAG = ["Links"]
OWN = tuple(field.attname for field in Link._meta.concrete_fields)  # noqa: SLF001  Django's own API
ENDS = (*("document__source_key", "target_document__source_key", "target_attachment__source_key"),)


class LinkView(DocumentView):
    """What both lists share."""

    def links(self, rows: LinkQuerySet) -> Response:
        """One page of the links in the state that the query string names."""
        state = self.query(LinkFilterSerializer).get("state")
        if state == UNRESOLVED:
            rows = rows.unresolved()
        elif state:
            rows = rows.filter(state=state)
        rows = rows.select_related("document", "target_document", "target_attachment").only(
            *OWN, *ENDS
        )
        return self.page(rows.order_by("document__source_key", "line", "id"), LinkSerializer)


class DocumentLinks(LinkView):
    """Links of one document."""

    @extend_schema(
        operation_id="listDocumentLinks",
        summary="List the links of a document",
        parameters=[PageQuery, LinkFilterSerializer],
        responses=page_of(LinkSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID, document_id: UUID) -> Response:  # noqa: ARG002
        """`state=unresolved` lists those that lead nowhere."""
        document = self.one(self.readable(collection_id).defer(*BODIES), pk=document_id)
        return self.links(Link.objects.visible_to(self.caller).filter(document=document))


class CollectionLinks(LinkView):
    """Links of all documents of a collection."""

    @extend_schema(
        operation_id="listCollectionLinks",
        summary="List the links of a collection",
        parameters=[PageQuery, LinkFilterSerializer],
        responses=page_of(LinkSerializer),
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """`state=unresolved` is the report of broken links."""
        self.one(Collection.objects.visible_to(self.caller), pk=collection_id)
        links = Link.objects.visible_to(self.caller).filter(document__collection=collection_id)
        return self.links(links)
