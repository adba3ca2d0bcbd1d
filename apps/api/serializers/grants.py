"""Grants, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.access.models import GrantLevel


class GrantSerializer(serializers.Serializer[Any]):
    """One grant: of a group or of a user, the other is null."""

    group = serializers.CharField(allow_null=True)
    user = serializers.CharField(allow_null=True)
    level = serializers.ChoiceField(choices=GrantLevel.choices)
    granted_by = serializers.CharField(allow_null=True)
    granted_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    is_expired = serializers.BooleanField(help_text="An expired grant gives nothing.")


class SourceMarkSerializer(serializers.Serializer[Any]):
    """Which source."""

    source = serializers.CharField(  # type: ignore[assignment]  # DRF's own attribute is unused here
        max_length=2000, help_text="A mark, as in collection:Runbooks."
    )


class HolderSerializer(SourceMarkSerializer):
    """Which grant: of a group or of a user, by name."""

    group = serializers.CharField(max_length=150, required=False)
    user = serializers.CharField(max_length=150, required=False)


class GrantRequestSerializer(HolderSerializer):
    """What a group or a user is to have."""

    level = serializers.ChoiceField(choices=GrantLevel.choices)
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None)
