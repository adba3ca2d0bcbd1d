"""Documents, chunks and links, going in and coming out."""

from typing import Any

from rest_framework import serializers

from apps.collections.history import LONGEST_MESSAGE
from apps.collections.models import Chunk, Document, Link, LinkState
from apps.retrieval.hits import document_mark

ITEM_FIELDS: tuple[str, ...] = (
    *("id", "mark", "source_key", "title", "format", "bytes", "version", "chunk_count"),
    *("is_truncated", "created_at", "updated_at", "content_updated_at"),
)
UNRESOLVED = "unresolved"


class DocumentItemSerializer(serializers.ModelSerializer[Document]):
    """A document in a list, without its text."""

    mark = serializers.SerializerMethodField(help_text="Its address: `collection:NAME/KEY`.")
    bytes = serializers.IntegerField(source="size", help_text="Size of the text in UTF-8.")
    chunk_count = serializers.IntegerField()

    class Meta:
        model = Document
        fields = ITEM_FIELDS
        read_only_fields = fields

    def get_mark(self, document: Document) -> str:
        """The document's address."""
        return document_mark(document)


class DocumentSerializer(DocumentItemSerializer):
    """A document in full, with what was parsed from it."""

    collection_id = serializers.UUIDField()
    front_matter = serializers.DictField(help_text="Scalars are kept as they were written.")
    heading_tree = serializers.ListField(child=serializers.DictField())
    code_blocks = serializers.ListField(child=serializers.DictField())
    tables = serializers.ListField(child=serializers.DictField())

    class Meta(DocumentItemSerializer.Meta):
        fields = (
            *ITEM_FIELDS,
            *("collection_id", "content", "content_hash", "note", "word_count", "line_count"),
            *("front_matter", "front_matter_error", "heading_tree", "code_blocks", "tables"),
        )
        read_only_fields = fields


class DocumentRequestSerializer(serializers.Serializer[Any]):
    """A document to store under its key."""

    source_key = serializers.CharField(max_length=500, help_text="Such as `guides/install.md`.")
    title = serializers.CharField(
        max_length=500, required=False, allow_blank=True, help_text="Outranks the text's own title."
    )
    content = serializers.CharField(allow_blank=True, trim_whitespace=False)


class DocumentTextSerializer(serializers.Serializer[Any]):
    """The text to store under the key that the path names."""

    title = serializers.CharField(max_length=500, required=False, allow_blank=True)
    content = serializers.CharField(allow_blank=True, trim_whitespace=False)
    message = serializers.CharField(
        max_length=LONGEST_MESSAGE,
        required=False,
        allow_blank=True,
        default="",
        help_text="Why, in one line; kept with the revision.",
    )


class BatchRequestSerializer(serializers.Serializer[Any]):
    """Many documents at once. Each is checked on its own, so that a bad one stops no other."""

    documents = serializers.ListField(
        child=serializers.JSONField(allow_null=True), allow_empty=False
    )


class UploadRequestSerializer(serializers.Serializer[Any]):
    """Files as a form: one, several, or one zip archive."""

    file = serializers.ListField(
        child=serializers.FileField(allow_empty_file=True, max_length=1000),
        allow_empty=False,
        help_text="One or several documents, or one zip archive.",
    )
    path = serializers.ListField(
        child=serializers.CharField(max_length=500),
        required=False,
        help_text="Relative paths of the files, in the same order; they become the keys.",
    )
    source_key = serializers.CharField(
        max_length=500, required=False, help_text="The key, for a single file."
    )
    title = serializers.CharField(
        max_length=500, required=False, allow_blank=True, help_text="The title, for a single file."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Keys and titles must be as many as there are files."""
        count = len(attrs["file"])
        if attrs.get("path") and len(attrs["path"]) != count:
            raise serializers.ValidationError({"path": "Give one path for each file."})
        for name in ("source_key", "title"):
            if count > 1 and attrs.get(name):
                raise serializers.ValidationError({name: "Give this for a single file only."})
        return attrs


class DocumentResultSerializer(serializers.Serializer[Any]):
    """What became of one document."""

    source_key = serializers.CharField()
    state = serializers.ChoiceField(choices=("created", "replaced", "unchanged", "error"))
    document_id = serializers.UUIDField(allow_null=True)
    title = serializers.CharField()
    chunk_count = serializers.IntegerField()
    version = serializers.IntegerField()
    code = serializers.CharField(help_text="Of the error; empty otherwise.")
    reason = serializers.CharField(help_text="Why it was not taken in; empty otherwise.")
    note = serializers.CharField(help_text="How the text was decoded, where that is worth telling.")
    is_truncated = serializers.BooleanField(
        help_text="More chunks than the limit; the rest is cut."
    )


class DocumentErrorSerializer(serializers.Serializer[Any]):
    """A document that was not taken in."""

    source_key = serializers.CharField()
    code = serializers.CharField()
    reason = serializers.CharField()


class BatchAnswerSerializer(serializers.Serializer[Any]):
    """What became of many documents: counts, and one result each in the order they were sent."""

    created = serializers.IntegerField()
    replaced = serializers.IntegerField()
    unchanged = serializers.IntegerField()
    errors = DocumentErrorSerializer(many=True)  # type: ignore[assignment]
    notes = serializers.DictField(
        child=serializers.IntegerField(), help_text="How many results have each note."
    )
    results = DocumentResultSerializer(many=True)


class ChunkSerializer(serializers.ModelSerializer[Chunk]):
    """A chunk with its text."""

    class Meta:
        model = Chunk
        fields = (
            *("id", "chunk_index", "heading_path", "heading_level", "section_anchor", "content"),
            *("start_line", "end_line"),
        )
        read_only_fields = fields


class LinkSerializer(serializers.ModelSerializer[Link]):
    """A link of a document and what it leads to."""

    source_key = serializers.CharField(source="document.source_key")
    target_source_key = serializers.CharField(
        source="target_document.source_key", default=None, allow_null=True
    )
    target_attachment_key = serializers.CharField(
        source="target_attachment.source_key", default=None, allow_null=True
    )

    class Meta:
        model = Link
        fields = (
            *("id", "document_id", "source_key", "text", "href", "line", "link_type", "state"),
            *("target_document_id", "target_source_key", "target_attachment_id"),
            *("target_attachment_key", "fragment", "is_fragment_found"),
        )
        read_only_fields = fields


class LinkFilterSerializer(serializers.Serializer[Any]):
    """Which links: all, those of one state, or everything that leads nowhere."""

    state = serializers.ChoiceField(
        choices=[(UNRESOLVED, "Leads nowhere, or not to its section"), *LinkState.choices],
        required=False,
    )
