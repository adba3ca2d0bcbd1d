"""Collections themselves."""

from uuid import UUID

from django.db.models import Q, QuerySet
from django.http import FileResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import Endpoint
from apps.api.pagination import PageQuery, page_of
from apps.api.serializers.collections import (
    CollectionChangeSerializer,
    CollectionRequestSerializer,
    CollectionSerializer,
    SearchFilterSerializer,
)
from apps.collections.catalogue import create_collection, delete_collection, update_collection
from apps.collections.export import export_answer
from apps.collections.models import Collection

TAG = ["Collections"]
NEW = OpenApiExample(
    "A collection of runbooks",
    {"name": "Runbooks", "description": "What to do when it breaks", "visibility": "private"},
    request_only=True,
)


class CollectionView(Endpoint):
    """What the views of collections share."""

    def readable(self) -> QuerySet[Collection]:
        """What the caller may read, with counts."""
        return Collection.objects.visible_to(self.caller).with_counts().select_related("owner")

    def shown(self, collection_id: UUID) -> dict[str, object]:
        """One of them as JSON."""
        return CollectionSerializer(self.one(self.readable(), pk=collection_id)).data


class CollectionList(CollectionView):
    """All collections."""

    @extend_schema(
        operation_id="listCollections",
        summary="List the collections you can read",
        parameters=[PageQuery, SearchFilterSerializer],
        responses=page_of(CollectionSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """By name; `search` looks into names and descriptions."""
        words = self.query(SearchFilterSerializer)["search"]
        matches = Q(name__icontains=words) | Q(description__icontains=words)
        return self.page(
            self.readable().filter(matches).order_by("name", "id"), CollectionSerializer
        )

    @extend_schema(
        operation_id="createCollection",
        summary="Create a collection",
        request=CollectionRequestSerializer,
        responses={201: CollectionSerializer},
        examples=[NEW],
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """You become its owner. A name that you can already see is refused (DUPLICATE_NAME)."""
        values = self.body(CollectionRequestSerializer)
        collection = create_collection(user=self.caller, **values)
        return Response(self.shown(collection.pk), status=201)


class CollectionDetail(CollectionView):
    """One collection."""

    @extend_schema(
        operation_id="getCollection",
        summary="Read a collection",
        responses=CollectionSerializer,
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """Its documents are a list of their own."""
        return Response(self.shown(collection_id))

    @extend_schema(
        operation_id="updateCollection",
        summary="Change a collection",
        request=CollectionChangeSerializer,
        responses=CollectionSerializer,
        examples=[
            OpenApiExample("Show it to everyone", {"visibility": "public"}, request_only=True)
        ],
        tags=TAG,
    )
    def patch(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """What is left out stays. Visibility needs the right to share, the rest to write."""
        values = self.body(CollectionChangeSerializer)
        update_collection(user=self.caller, collection_id=collection_id, **values)
        return Response(self.shown(collection_id))

    @extend_schema(
        operation_id="deleteCollection",
        summary="Delete a collection",
        responses={204: OpenApiResponse(description="It is gone, with all its documents.")},
        tags=TAG,
    )
    def delete(self, request: Request, collection_id: UUID) -> Response:  # noqa: ARG002
        """For its owner and admins only; a write grant is not enough."""
        delete_collection(user=self.caller, collection_id=collection_id)
        return Response(status=204)


class CollectionExport(CollectionView):
    """One collection as a file."""

    @extend_schema(
        operation_id="exportCollection",
        summary="Download a collection as a zip",
        responses={(200, "application/zip"): OpenApiTypes.BINARY},
        tags=TAG,
    )
    def get(self, request: Request, collection_id: UUID) -> FileResponse:  # noqa: ARG002
        """Every document and attachment; importing the zip again reports all of them unchanged."""
        collection = self.one(self.readable(), pk=collection_id)
        return export_answer(user=self.caller, collection=collection)
