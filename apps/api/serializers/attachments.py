"""Attachments, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.collections.models import Attachment


class AttachmentSerializer(serializers.ModelSerializer[Attachment]):
    """A file beside the documents, without its content."""

    bytes = serializers.IntegerField(source="size")
    sha256 = serializers.CharField(help_text="Of the content; also its `ETag`.")

    class Meta:
        model = Attachment
        fields = (
            *("id", "collection_id", "source_key", "content_type", "bytes", "sha256"),
            *("created_at", "updated_at"),
        )
        read_only_fields = fields


class AttachmentRequestSerializer(serializers.Serializer[Any]):
    """A file to keep, as a form."""

    file = serializers.FileField(allow_empty_file=True, max_length=1000)
    source_key = serializers.CharField(
        max_length=500,
        required=False,
        help_text="Such as `guides/img/plan.png`; the file's own name without it.",
    )


class AttachmentResultSerializer(serializers.Serializer[Any]):
    """What became of one file."""

    source_key = serializers.CharField()
    state = serializers.ChoiceField(choices=("created", "replaced", "unchanged", "error"))
    attachment_id = serializers.UUIDField(allow_null=True)
    bytes = serializers.IntegerField()
    content_type = serializers.CharField(help_text="By the first bytes, whatever the name says.")
    code = serializers.CharField(help_text="Of the error; empty otherwise.")
    reason = serializers.CharField(help_text="Why it was not kept; empty otherwise.")
