"""Messages of git hosts."""

from uuid import UUID

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from apps.access.errors import TooLargeError
from apps.api.endpoint import Endpoint
from apps.api.serializers.repos import WebhookAnswerSerializer
from apps.repos.webhooks import receive_webhook

# GitHub sends at most 25 MB (its manual, "Webhook events and payloads").
LARGEST_MESSAGE = 25 * 1024 * 1024


class Webhook(Endpoint):
    """Where a git host tells of pushes; the signature is the right, nobody signs in."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="receiveWebhook",
        summary="Tell of a push",
        description=(
            "For GitHub and Gitea (`X-Hub-Signature-256`) and GitLab (`X-Gitlab-Token`) with the "
            "repository's webhook secret. A push queues a sync; the same message counts once."
        ),
        request={"application/json": OpenApiTypes.OBJECT},
        responses=WebhookAnswerSerializer,
        examples=[
            OpenApiExample("A push", {"ref": "refs/heads/main"}, request_only=True),
            OpenApiExample("Answer", {"state": "queued"}, response_only=True),
        ],
        auth=[],
        tags=["Repositories"],
    )
    def post(self, request: Request, repository_id: UUID) -> Response:
        """Checked by its signature; anything else is answered like an unknown repository."""
        if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST_MESSAGE:
            raise TooLargeError(f"A message may have {LARGEST_MESSAGE} bytes.")
        state = receive_webhook(
            repository_id=repository_id, headers=request.headers, body=request.body
        )
        return Response({"state": state})
