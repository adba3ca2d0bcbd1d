"""What was saved. The reports are the service's own; here they are described."""

from typing import Any

from rest_framework import serializers

from apps.retrieval.gain.report import PERIODS


class GainQuerySerializer(serializers.Serializer[Any]):
    """Which time."""

    period = serializers.ChoiceField(
        choices=PERIODS,
        default="all",
        help_text="`session`: the latest calls by this token without a pause of half an hour.",
    )


class SavedSerializer(serializers.Serializer[Any]):
    """Sums of one source, token or day; a token or a day has no mark."""

    label = serializers.CharField()  # type: ignore[assignment]
    mark = serializers.CharField()
    calls = serializers.IntegerField()
    served_tokens = serializers.IntegerField()
    file_tokens = serializers.IntegerField()
    saved_tokens = serializers.IntegerField()


class GainSerializer(serializers.Serializer[Any]):
    """Tokens served and tokens of the whole files they came from."""

    period = serializers.CharField()
    calls = serializers.IntegerField()
    served_tokens = serializers.IntegerField()
    file_tokens = serializers.IntegerField()
    saved_tokens = serializers.IntegerField()
    saved_percent = serializers.FloatField()
    sources = SavedSerializer(many=True)
    tokens = SavedSerializer(many=True)
    days = SavedSerializer(many=True)
