"""Grants of a source, named by its mark."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.granting import find_holder, list_grants, revoke_named
from apps.access.grants import grant_access
from apps.access.marked import find_source_marked
from apps.access.models import GrantLevel
from apps.api.endpoint import OwnEndpoint
from apps.api.pagination import PageQuery, Pages, page_of
from apps.api.serializers.grants import (
    GrantRequestSerializer,
    GrantSerializer,
    HolderSerializer,
    SourceMarkSerializer,
)

TAG = ["Access"]
GIVEN = OpenApiExample(
    "A group that reads a collection",
    {"source": "collection:Runbooks", "group": "Support", "level": "read"},
    request_only=True,
)


class Grants(OwnEndpoint):
    """All of one source."""

    @extend_schema(
        operation_id="listGrants",
        summary="List the grants of a source",
        parameters=[SourceMarkSerializer, PageQuery],
        responses=page_of(GrantSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:
        """For its owner and admins. Groups first, by name."""
        source = find_source_marked(
            user=self.caller, text=self.query(SourceMarkSerializer)["source"]
        )
        pages = Pages()
        rows = pages.paginate_queryset(list_grants(user=self.caller, source=source), request)
        return pages.get_paginated_response(GrantSerializer(rows, many=True).data)

    @extend_schema(
        operation_id="putGrant",
        summary="Give a group or a user a grant",
        request=GrantRequestSerializer,
        examples=[GIVEN],
        responses={204: None},
        tags=TAG,
    )
    def put(self, request: Request) -> Response:  # noqa: ARG002
        """For the owner and admins. It replaces the one they have."""
        values = self.body(GrantRequestSerializer)
        source = find_source_marked(user=self.caller, text=values["source"])
        names = {"group": values.get("group"), "person": values.get("user")}
        grant_access(
            user=self.caller,
            source=source,
            to=find_holder(user=self.caller, source=source, **names),
            level=GrantLevel(values["level"]),
            expires_at=values["expires_at"],
        )
        return Response(status=204)

    @extend_schema(
        operation_id="deleteGrant",
        summary="Take a grant away",
        parameters=[HolderSerializer],
        responses={204: None},
        tags=TAG,
    )
    def delete(self, request: Request) -> Response:  # noqa: ARG002
        """For the owner and admins. It counts from the next request on."""
        values = self.query(HolderSerializer)
        source = find_source_marked(user=self.caller, text=values["source"])
        names = {"group": values.get("group"), "person": values.get("user")}
        revoke_named(user=self.caller, source=source, **names)
        return Response(status=204)
