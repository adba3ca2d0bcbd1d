"""Revisions of documents, going out."""

from rest_framework import serializers

from apps.collections.models import Revision, RevisionKind

ITEM_FIELDS: tuple[str, ...] = (
    *("number", "kind", "message", "author_name", "created_at"),
    *("source_key", "title", "content_hash"),
)


class RevisionItemSerializer(serializers.ModelSerializer[Revision]):
    """A revision in a list, without its text; ``number`` is the document's version at that time."""

    # Plain text: the schema's one enumeration called "kind" is that of jobs.
    kind = serializers.CharField(help_text=f"One of {', '.join(RevisionKind.values)}.")

    class Meta:
        model = Revision
        fields = ITEM_FIELDS
        read_only_fields = fields


class RevisionSerializer(RevisionItemSerializer):
    """A revision with its text."""

    class Meta(RevisionItemSerializer.Meta):
        fields = (*ITEM_FIELDS, "content")
        read_only_fields = fields
