"""How the preconditions of requests are described in the schema."""

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter

IF_MATCH = OpenApiParameter(
    "If-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="An `ETag` that was read before; 412 when the stored version is another one.",
)
IF_NONE_MATCH = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="An `ETag` that was read before; 304 when it is still the stored version.",
)
IF_NONE_EXISTS = OpenApiParameter(
    "If-None-Match",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="`*` to create only: 412 when the key is taken.",
)
