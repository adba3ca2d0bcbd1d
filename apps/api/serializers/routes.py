"""Where to look. The answers are the service's own; here they are described."""

from typing import Any

from rest_framework import serializers

from apps.api.serializers.search import DegradationSerializer
from apps.retrieval.routing.request import QUERY_CHARS, TOP_K


class RouteSerializer(serializers.Serializer[Any]):
    """A question, and how many sources of each kind to name."""

    query = serializers.CharField(max_length=QUERY_CHARS)
    top_k = serializers.IntegerField(min_value=TOP_K[0], max_value=TOP_K[1], default=3)


class DestinationSerializer(serializers.Serializer[Any]):
    """A source to look in."""

    mark = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    score = serializers.FloatField(help_text="From 0 to 1.")
    why = serializers.CharField()


class RoutesSerializer(serializers.Serializer[Any]):
    """Sources of both kinds, best first."""

    repositories = DestinationSerializer(many=True)
    collections = DestinationSerializer(many=True)
    degraded = DegradationSerializer(many=True)
