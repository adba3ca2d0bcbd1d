"""Who can read what, and why."""

from typing import Any

from rest_framework import serializers

GROUNDS = "admin, owner, public, group or user (a grant to that person)"


class ReadersQuerySerializer(serializers.Serializer[Any]):
    """Which source."""

    mark = serializers.CharField(max_length=2000, help_text="As in `collection:Runbooks`.")


class ReadableQuerySerializer(serializers.Serializer[Any]):
    """Whose rights, and over which kind of source."""

    user = serializers.CharField(
        required=False, max_length=150, help_text="A user name; yourself when left out."
    )
    kind = serializers.CharField(
        default="collection", max_length=50, help_text="`collection` or `repository`."
    )


class ReasonSerializer(serializers.Serializer[Any]):
    """One ground on which somebody reads a source."""

    ground = serializers.CharField(help_text=GROUNDS)
    level = serializers.CharField(help_text="read or write")
    group = serializers.CharField(allow_null=True)
    granted_by = serializers.CharField(allow_null=True)
    expires_at = serializers.DateTimeField(allow_null=True)


class ReaderSerializer(serializers.Serializer[Any]):
    """Somebody who can read a source, or a whole audience, whose id is null."""

    name = serializers.CharField()
    user_id = serializers.IntegerField(allow_null=True)
    level = serializers.CharField(help_text="read or write")
    reasons = ReasonSerializer(many=True)


class ReadableSerializer(serializers.Serializer[Any]):
    """A source that somebody can read."""

    id = serializers.UUIDField(source="source.pk")
    name = serializers.CharField(source="source")
    visibility = serializers.CharField(source="source.visibility")
    reasons = ReasonSerializer(many=True)
