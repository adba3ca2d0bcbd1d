"""Code symbols, references and stale names. The answers are the services' own; described here."""

from typing import Any

from rest_framework import serializers

LONGEST_QUERY = 1000


class SymbolQuerySerializer(serializers.Serializer[Any]):
    """What to look for among symbols."""

    query = serializers.CharField(
        max_length=LONGEST_QUERY, default="", allow_blank=True, help_text="A name or words of it."
    )


class RefsQuerySerializer(serializers.Serializer[Any]):
    """One of the two: where to start from."""

    section_id = serializers.CharField(max_length=4000, default="", allow_blank=True)
    symbol = serializers.CharField(
        max_length=LONGEST_QUERY,
        default="",
        allow_blank=True,
        help_text="A qualified name, or a plain one.",
    )


class SymbolSerializer(serializers.Serializer[Any]):
    """A code symbol with its place."""

    id = serializers.UUIDField()
    mark = serializers.CharField(help_text="`symbol:HOST/OWNER/NAME/QUALIFIED.NAME`.")
    kind = serializers.CharField()
    name = serializers.CharField()
    qualified_name = serializers.CharField()
    language = serializers.CharField()
    signature = serializers.CharField()
    summary = serializers.CharField(help_text="First line of its documentation comment.")
    file_path = serializers.CharField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()


class RelatedChunkSerializer(serializers.Serializer[Any]):
    """A chunk that names a symbol."""

    mark = serializers.CharField(help_text="Of its section, or of its document.")
    chunk_id = serializers.UUIDField()
    section_id = serializers.CharField()
    file = serializers.CharField()
    title = serializers.CharField()
    heading_path = serializers.ListField(child=serializers.CharField())
    summary = serializers.CharField(help_text="Of its section; may be empty.")
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    name = serializers.CharField(help_text="The name as written.")
    confidence = serializers.FloatField()
    is_ambiguous = serializers.BooleanField()


class SymbolItemSerializer(SymbolSerializer):
    """A symbol in a list, with the documentation that speaks of it."""

    related_chunks = RelatedChunkSerializer(many=True)


class NamedSymbolSerializer(serializers.Serializer[Any]):
    """A symbol that a text names."""

    symbol = SymbolSerializer()
    name = serializers.CharField()
    confidence = serializers.FloatField()
    is_ambiguous = serializers.BooleanField()


class RefsSerializer(serializers.Serializer[Any]):
    """References of a section or of a symbol."""

    section_id = serializers.CharField()
    redirected_from = serializers.CharField()
    symbols = NamedSymbolSerializer(many=True)
    sections = RelatedChunkSerializer(many=True)


class DriftSerializer(serializers.Serializer[Any]):
    """A name that used to mean a symbol which is gone."""

    mark = serializers.CharField()
    file = serializers.CharField()
    title = serializers.CharField()
    line = serializers.IntegerField()
    name = serializers.CharField()
    was = serializers.CharField(help_text="The qualified name that it meant.")
    kind = serializers.CharField()
    was_in = serializers.CharField(help_text="The file in which that stood.")
    commit_id = serializers.CharField()
    found_at = serializers.DateTimeField()
