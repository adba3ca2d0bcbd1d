"""Questions and their answers. The answers are the services' own; here they are described."""

from typing import Any

from rest_framework import serializers

from apps.retrieval.moments import to_its_end
from apps.retrieval.request import (
    FORMAT_NAMES,
    KINDS,
    LONGEST_HEADING,
    MODES,
    SNIPPET_CHARS,
    TOP_K,
)

MOST_SOURCES = 100


class EndField(serializers.DateTimeField):
    """A time up to which something counts; a day alone means all of it."""

    def to_internal_value(self, value: Any) -> Any:
        """The time, aware of its zone."""
        return super().to_internal_value(to_its_end(value))


class SearchSerializer(serializers.Serializer[Any]):
    """A question to one collection."""

    query = serializers.CharField(max_length=1000)
    top_k = serializers.IntegerField(min_value=TOP_K[0], max_value=TOP_K[1], default=10)
    snippet_chars = serializers.IntegerField(
        min_value=SNIPPET_CHARS[0], max_value=SNIPPET_CHARS[1], default=600
    )


class RetrieveSerializer(SearchSerializer):
    """A question to everything that the caller can read, or to some of it."""

    sources = serializers.ListField(
        child=serializers.CharField(max_length=2000),
        default=list,
        max_length=MOST_SOURCES,
        help_text="Marks of repositories, collections or documents; leave out to search all.",
    )
    mode = serializers.ChoiceField(choices=MODES, default="docs")
    kinds = serializers.ListField(
        child=serializers.ChoiceField(choices=KINDS),
        default=list,
        max_length=len(KINDS),
        help_text="Kinds of documents, of which one must fit; leave out for all.",
    )
    formats = serializers.ListField(
        child=serializers.ChoiceField(choices=FORMAT_NAMES),
        default=list,
        max_length=len(FORMAT_NAMES),
        help_text="Formats of documents, of which one must fit; leave out for all.",
    )
    heading = serializers.CharField(
        max_length=LONGEST_HEADING,
        default="",
        allow_blank=True,
        help_text="Text that must stand in the passage's heading path.",
    )
    since = serializers.DateTimeField(default=None, allow_null=True)
    until = EndField(default=None, allow_null=True)
    as_of = EndField(default=None, allow_null=True)


class HitSerializer(serializers.Serializer[Any]):
    """One passage or symbol found."""

    mark = serializers.CharField()
    chunk_id = serializers.CharField(help_text="A UUID; empty for a symbol.")
    document_id = serializers.CharField(help_text="A UUID; empty for a symbol.")
    source = serializers.CharField(  # type: ignore[assignment]
        help_text="Mark of the collection or repository."
    )
    source_key = serializers.CharField()
    title = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    section_anchor = serializers.CharField()
    snippet = serializers.CharField()
    content_truncated = serializers.BooleanField()
    score = serializers.FloatField()
    streams = serializers.DictField(
        child=serializers.DictField(child=serializers.FloatField()),
        help_text="Rank and score in each stream that found it.",
    )
    why = serializers.CharField()
    provenance = serializers.DictField()
    related_chunks = serializers.ListField(child=serializers.DictField())


class DegradationSerializer(serializers.Serializer[Any]):
    """A stream that did not contribute fully, and why."""

    stream = serializers.CharField()
    code = serializers.CharField()
    message = serializers.CharField()


class SearchAnswerSerializer(serializers.Serializer[Any]):
    """The hits, best first."""

    results = HitSerializer(many=True)
    total_tokens = serializers.IntegerField()
    degraded = DegradationSerializer(many=True)


class EmbedStatusSerializer(serializers.Serializer[Any]):
    """How far the vectors of a collection are."""

    total_chunks = serializers.IntegerField()
    embedded_chunks = serializers.IntegerField()
    is_ready = serializers.BooleanField()


class ChunkTextSerializer(serializers.Serializer[Any]):
    """One chunk in full."""

    mark = serializers.CharField()
    chunk_id = serializers.UUIDField()
    document_id = serializers.UUIDField()
    source = serializers.CharField()  # type: ignore[assignment]
    source_key = serializers.CharField()
    title = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    section_anchor = serializers.CharField()
    chunk_index = serializers.IntegerField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    content = serializers.CharField()
    tokens = serializers.IntegerField()


class MarkSerializer(serializers.Serializer[Any]):
    """An address."""

    mark = serializers.CharField(
        max_length=2000, help_text="Such as `collection:Runbooks/restore.md#steps`."
    )


class ReadingSerializer(serializers.Serializer[Any]):
    """What a mark points at."""

    kind = serializers.CharField()
    mark = serializers.CharField()
    source = serializers.CharField()  # type: ignore[assignment]
    title = serializers.CharField()
    content = serializers.CharField()
    tokens = serializers.IntegerField()
    details = serializers.DictField()
