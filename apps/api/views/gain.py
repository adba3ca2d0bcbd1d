"""What the caller has saved by reading sections instead of files."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from apps.api.endpoint import OwnEndpoint
from apps.api.serializers.gain import GainQuerySerializer, GainSerializer
from apps.retrieval.gain.report import report_gain


class Gain(OwnEndpoint):
    """Sums of tokens."""

    @extend_schema(
        operation_id="getGain",
        summary="See how many tokens were saved",
        parameters=[GainQuerySerializer],
        responses=GainSerializer,
        tags=["Search"],
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Of all that was served to you: its tokens, and those of the files it came from."""
        period = self.query(GainQuerySerializer)["period"]
        return Response(report_gain(user=self.caller, period=period).as_dict())
