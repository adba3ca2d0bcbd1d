"""Where a question belongs."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import SearchEndpoint
from apps.api.serializers.routes import RouteSerializer, RoutesSerializer
from apps.retrieval.routing.request import RouteRequest
from apps.retrieval.routing.routing import find_routes


class Route(SearchEndpoint):
    """Sources for a question."""

    @extend_schema(
        operation_id="route",
        summary="Find out which sources to ask",
        request=RouteSerializer,
        responses=RoutesSerializer,
        examples=[
            OpenApiExample("A question", {"query": "restore a backup"}, request_only=True),
        ],
        tags=["Search"],
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """Repositories that fit, and collections up to `top_k` whether they fit or not."""
        wanted = RouteRequest(**self.body(RouteSerializer))
        return Response(find_routes(user=self.caller, request=wanted).as_dict())
