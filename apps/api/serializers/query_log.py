"""The caller's own questions, coming out."""

from typing import Any

from rest_framework import serializers

from apps.retrieval.models import AskedKind, AskedStatus, Surface


class PastQuestionSerializer(serializers.Serializer[Any]):
    """A question and what came of it."""

    id = serializers.IntegerField()
    at = serializers.DateTimeField()
    kind = serializers.ChoiceField(choices=AskedKind.choices)
    surface = serializers.ChoiceField(choices=Surface.choices)
    status = serializers.ChoiceField(choices=AskedStatus.choices)
    error_code = serializers.CharField(help_text="Empty unless the status is `error`.")
    query = serializers.CharField(help_text="Cut to a set length; empty where none is kept.")
    sources = serializers.ListField(
        child=serializers.CharField(), help_text="Names of those that it was limited to."
    )
    hits = serializers.IntegerField()
    latency_ms = serializers.IntegerField()
    top_mark = serializers.CharField(help_text="The best hit, if it can still be read.")


class ErasedSerializer(serializers.Serializer[Any]):
    """What was deleted."""

    erased = serializers.IntegerField(help_text="How many questions there were.")
