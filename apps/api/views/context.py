"""Context for a task, in one answer."""

from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import SearchEndpoint
from apps.api.serializers.context import ContextSerializer, PackSerializer
from apps.retrieval.gain.crediting import credited
from apps.retrieval.packs.making import make_pack
from apps.retrieval.packs.request import PackRequest

TAG = ["Search"]
TASK = OpenApiExample(
    "A task", {"task": "move the cache to a new host", "max_tokens": 4000}, request_only=True
)


class Context(SearchEndpoint):
    """A context pack."""

    @extend_schema(
        operation_id="context",
        summary="Gather what a task needs, within a number of tokens",
        request=ContextSerializer,
        responses=PackSerializer,
        examples=[TASK],
        tags=TAG,
    )
    def post(self, request: Request) -> Response:  # noqa: ARG002
        """One Markdown text of cited sections and code; `BUDGET_TOO_SMALL` when nothing fits."""
        values = self.body(ContextSerializer)
        wanted = PackRequest(**{**values, "sources": tuple(values["sources"])})
        pack = make_pack(user=self.caller, request=wanted)
        return Response(credited(self.caller, pack.as_dict()))
