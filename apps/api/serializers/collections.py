"""Collections, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.access.querysets import Visibility
from apps.collections.models import Collection
from apps.retrieval.hits import collection_mark


class CollectionSerializer(serializers.ModelSerializer[Collection]):
    """A collection and how many documents it holds."""

    mark = serializers.SerializerMethodField(help_text="Its address, as in `collection:NAME`.")
    owner = serializers.CharField(source="owner.username", default=None, allow_null=True)
    document_count = serializers.IntegerField()

    class Meta:
        model = Collection
        fields = (
            *("id", "mark", "name", "description", "visibility", "owner", "document_count"),
            *("logs_questions", "created_at", "updated_at"),
        )
        read_only_fields = fields

    def get_mark(self, collection: Collection) -> str:
        """The collection's address."""
        return collection_mark(collection)


class CollectionRequestSerializer(serializers.Serializer[Any]):
    """A new collection."""

    name = serializers.CharField(max_length=255)
    description = serializers.CharField(max_length=500, allow_blank=True, required=False)
    visibility = serializers.ChoiceField(choices=Visibility.choices, required=False)


class CollectionChangeSerializer(CollectionRequestSerializer):
    """Changes to a collection; what is left out stays as it is."""

    name = serializers.CharField(max_length=255, required=False)
    logs_questions = serializers.BooleanField(
        required=False, help_text="Whether the query log keeps questions about it."
    )


class SearchFilterSerializer(serializers.Serializer[Any]):
    """The filter of a list."""

    search = serializers.CharField(
        max_length=200,
        allow_blank=True,
        default="",
        help_text="Words that the name or description must contain; case does not matter.",
    )
