"""The caller's own questions."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import OwnEndpoint
from apps.api.pagination import PageQuery, Pages, page_of
from apps.api.serializers.query_log import ErasedSerializer, PastQuestionSerializer
from apps.retrieval.asking.history import erase_questions, own_questions, past_questions

TAG = ["Query log"]


class QueryLog(OwnEndpoint):
    """All of them."""

    @extend_schema(
        operation_id="listOwnQuestions",
        summary="List what you asked",
        parameters=[PageQuery],
        responses=page_of(PastQuestionSerializer),
        tags=TAG,
    )
    def get(self, request: Request) -> Response:
        """Newest first. A token that is limited to sources sees only what it asked itself."""
        pages = Pages()
        rows = pages.paginate_queryset(own_questions(user=self.caller), request)
        items = past_questions(user=self.caller, rows=rows)
        return pages.get_paginated_response(PastQuestionSerializer(items, many=True).data)

    @extend_schema(
        operation_id="eraseOwnQuestions",
        summary="Erase what you asked",
        responses=ErasedSerializer,
        tags=TAG,
    )
    def delete(self, request: Request) -> Response:  # noqa: ARG002
        """For good. Nothing of it stays in the log."""
        return Response({"erased": erase_questions(user=self.caller)})
