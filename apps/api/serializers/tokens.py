"""Personal access tokens, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.access.models import AccessToken, Scope

MOST_SOURCES = 100
MOST_TOOLS = 100


FIELDS: tuple[str, ...] = (
    *("id", "name", "prefix", "scopes", "source_ids", "tools", "created_at", "expires_at"),
    *("revoked_at", "last_used_at", "last_used_address", "is_usable"),
)


class TokenSerializer(serializers.ModelSerializer[AccessToken]):
    """A token without its secret, of which only a digest is stored."""

    is_usable = serializers.BooleanField(help_text="Neither revoked nor expired.")

    class Meta:
        model = AccessToken
        fields = FIELDS
        read_only_fields = fields


class NewTokenSerializer(TokenSerializer):
    """A token with its secret, shown this once."""

    token = serializers.CharField(read_only=True, help_text="The secret; it is shown only once.")

    class Meta(TokenSerializer.Meta):
        fields = (*FIELDS, "token")
        read_only_fields = fields


class RevokedTokensSerializer(serializers.Serializer[Any]):
    """How many tokens were revoked."""

    revoked = serializers.IntegerField()


class TokenRequestSerializer(serializers.Serializer[Any]):
    """What a new token is to be good for."""

    name = serializers.CharField(max_length=100)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(choices=Scope.choices), allow_empty=False, max_length=10
    )
    sources = serializers.ListField(
        child=serializers.CharField(max_length=2000),
        required=False,
        allow_null=True,
        max_length=MOST_SOURCES,
        help_text="Marks of the only sources it may reach; leave out for all of yours.",
    )
    tools = serializers.ListField(
        child=serializers.CharField(max_length=64),
        required=False,
        allow_null=True,
        max_length=MOST_TOOLS,
        help_text="Names of the only MCP tools it may call; leave out for all.",
    )
    expires_at = serializers.DateTimeField(required=False, allow_null=True)
