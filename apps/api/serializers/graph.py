"""Graphs of sources. The answers are the service's own; here they are described."""

from typing import Any

from rest_framework import serializers

from apps.retrieval.graph.graph import EdgeKind, NodeKind


class GraphQuerySerializer(serializers.Serializer[Any]):
    """Which file is opened."""

    file = serializers.CharField(
        default="",
        max_length=2000,
        help_text="Path or key of a document whose sections are to be nodes too.",
    )


class NodeSerializer(serializers.Serializer[Any]):
    """A folder, a document, a section or a symbol of the code."""

    id = serializers.CharField(help_text="Its mark; of a folder, its path below the source's mark.")
    kind = serializers.ChoiceField(choices=[one.value for one in NodeKind])
    label = serializers.CharField()  # type: ignore[assignment]
    mark = serializers.CharField(help_text="Empty for folders.")
    path = serializers.CharField(help_text="Of the file, or of the folder itself.")
    folder = serializers.CharField()
    document_id = serializers.CharField(help_text="A UUID; empty for folders and code.")
    slug = serializers.CharField(help_text="Of the page in the reader, in repositories.")
    anchor = serializers.CharField(help_text="Of a section.")
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    size = serializers.IntegerField(help_text="Bytes, of documents.")


class EdgeSerializer(serializers.Serializer[Any]):
    """How two nodes hang together."""

    source = serializers.CharField(help_text="A node's id.")  # type: ignore[assignment]
    target = serializers.CharField(help_text="A node's id.")
    kind = serializers.ChoiceField(choices=[one.value for one in EdgeKind])
    count = serializers.IntegerField()


class TotalsSerializer(serializers.Serializer[Any]):
    """What the source holds."""

    documents = serializers.IntegerField()
    symbols = serializers.IntegerField(help_text="Symbols that documents surely name.")


class LeftOutSerializer(serializers.Serializer[Any]):
    """What the graph has no room for."""

    documents = serializers.IntegerField()
    sections = serializers.IntegerField()
    symbols = serializers.IntegerField()


class GraphSerializer(serializers.Serializer[Any]):
    """The graph of a source."""

    mark = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    nodes = NodeSerializer(many=True)
    edges = EdgeSerializer(many=True)
    totals = TotalsSerializer()
    omitted = LeftOutSerializer()
    truncated = serializers.BooleanField()
