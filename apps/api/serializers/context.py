"""Context packs. The packs are the service's own; here they are described."""

from typing import Any

from rest_framework import serializers

from apps.api.serializers.search import MOST_SOURCES, DegradationSerializer
from apps.retrieval.packs.pack import Left, Reason
from apps.retrieval.packs.request import MAX_TOKENS

REASONS = [one.value for one in Reason]


class ContextSerializer(serializers.Serializer[Any]):
    """A task and the room there is for what it needs."""

    task = serializers.CharField(max_length=1000)
    max_tokens = serializers.IntegerField(
        min_value=MAX_TOKENS[0],
        max_value=MAX_TOKENS[1],
        default=8000,
        help_text="Tokens (o200k_base) that all of `markdown` may take.",
    )
    sources = serializers.ListField(
        child=serializers.CharField(max_length=2000),
        default=list,
        max_length=MOST_SOURCES,
        help_text="Marks of repositories, collections or documents; leave out to take all.",
    )


class PackEntrySerializer(serializers.Serializer[Any]):
    """One part of the pack."""

    mark = serializers.CharField()
    title = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    source = serializers.CharField()  # type: ignore[assignment]
    reason = serializers.ChoiceField(choices=REASONS)
    why = serializers.CharField()
    score = serializers.FloatField(help_text="From 0 to 1, relative to the best hit.")
    tokens = serializers.IntegerField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    content_truncated = serializers.BooleanField()
    next_mark = serializers.CharField(help_text="Leads to the rest where the entry was cut.")
    chunk_id = serializers.CharField(help_text="A UUID; empty for code.")
    document_id = serializers.CharField(help_text="A UUID; empty for code.")


class OmittedSerializer(serializers.Serializer[Any]):
    """Something that was found and left out."""

    mark = serializers.CharField()
    title = serializers.CharField()
    reason = serializers.ChoiceField(choices=REASONS)
    score = serializers.FloatField()
    why = serializers.ChoiceField(choices=[one.value for one in Left])


class PackSerializer(serializers.Serializer[Any]):
    """The pack, and an account of what is in it and what is not."""

    markdown = serializers.CharField()
    entries = PackEntrySerializer(many=True)
    tokens = serializers.IntegerField()
    max_tokens = serializers.IntegerField()
    omitted = OmittedSerializer(many=True)
    degraded = DegradationSerializer(many=True)
