"""Documents of repositories, their sections and chunks, coming out."""

from typing import Any

from rest_framework import serializers

from apps.documents.locating import section_id_of
from apps.documents.marks import repo_document_mark, repo_section_mark
from apps.documents.models import Mention, RepoDocument, RepoDocumentChunk, Section

ITEM_FIELDS: tuple[str, ...] = (
    *("id", "mark", "path", "slug", "title", "kind", "bucket", "format", "bytes", "line_count"),
    *("aliases", "note", "chunk_count", "mentions_count", "edited_at", "created_at", "updated_at"),
)


class RepoDocumentItemSerializer(serializers.ModelSerializer[RepoDocument]):
    """A document in a list, without its text."""

    mark = serializers.SerializerMethodField(help_text="`repo:HOST/OWNER/NAME/PATH`.")
    bytes = serializers.IntegerField(source="size", help_text="Size of the text in UTF-8.")
    chunk_count = serializers.IntegerField()
    mentions_count = serializers.IntegerField()

    class Meta:
        model = RepoDocument
        fields = ITEM_FIELDS
        read_only_fields = fields

    def get_mark(self, document: RepoDocument) -> str:
        """The document's address."""
        return repo_document_mark(document)


class RepoSectionSerializer(serializers.ModelSerializer[Section]):
    """A section without its text."""

    id = serializers.SerializerMethodField(help_text="`path::slugs#level`, stable.")
    mark = serializers.SerializerMethodField()

    class Meta:
        model = Section
        fields = (
            *("id", "mark", "title", "level", "anchor", "summary", "start_line", "end_line"),
            *("start_byte", "end_byte"),
        )
        read_only_fields = fields

    def get_id(self, section: Section) -> str:
        """The section's id inside its repository."""
        return section_id_of(section.document, section.address)

    def get_mark(self, section: Section) -> str:
        """The section's address."""
        return repo_section_mark(section.document, section.address)


class MentionSerializer(serializers.ModelSerializer[Mention]):
    """A code symbol that a chunk names."""

    symbol_id = serializers.UUIDField()
    qualified_name = serializers.CharField(source="symbol.qualified_name")
    path = serializers.CharField(source="symbol.path")

    class Meta:
        model = Mention
        fields = ("symbol_id", "name", "qualified_name", "path", "confidence", "is_ambiguous")
        read_only_fields = fields


class RepoChunkSerializer(serializers.ModelSerializer[RepoDocumentChunk]):
    """A chunk with its text and the symbols it names."""

    section_id = serializers.SerializerMethodField(help_text="Null when it lies in none.")
    mentions = MentionSerializer(many=True)

    class Meta:
        model = RepoDocumentChunk
        fields = (
            *("id", "chunk_index", "heading_path", "section_id", "content"),
            *("start_line", "end_line", "mentions"),
        )
        read_only_fields = fields

    def get_section_id(self, chunk: RepoDocumentChunk) -> str | None:
        """The id of the section that the chunk is shown under."""
        document: RepoDocument = self.context["document"]
        return None if chunk.section is None else section_id_of(document, chunk.section.address)


class RepoDocumentSerializer(RepoDocumentItemSerializer):
    """A document in full."""

    sections = RepoSectionSerializer(many=True)
    chunks = RepoChunkSerializer(many=True)

    class Meta(RepoDocumentItemSerializer.Meta):
        fields = (*ITEM_FIELDS, "content", "content_hash", "sections", "chunks")
        read_only_fields = fields


class PageNodeSerializer(serializers.Serializer[Any]):
    """A page of the reader, or a folder with pages in it (`file_path` is null)."""

    id = serializers.UUIDField()
    title = serializers.CharField()
    slug = serializers.CharField()
    doc_type = serializers.ChoiceField(choices=("api", "guide", "module", "overview"))
    sort_order = serializers.IntegerField()
    parent_id = serializers.UUIDField(allow_null=True)
    file_path = serializers.CharField(allow_null=True)
    children = serializers.ListField(child=serializers.DictField())


class PageTreeSerializer(serializers.Serializer[Any]):
    """The reader's tree; `total` counts pages, not folders."""

    items = PageNodeSerializer(many=True)
    total = serializers.IntegerField()


class RelatedNodeSerializer(serializers.Serializer[Any]):
    """A code symbol that the page names."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    node_type = serializers.CharField()
    file_path = serializers.CharField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()


class PageSerializer(serializers.Serializer[Any]):
    """One page of the reader."""

    id = serializers.UUIDField()
    mark = serializers.CharField()
    title = serializers.CharField()
    slug = serializers.CharField()
    doc_type = serializers.CharField()
    file_path = serializers.CharField()
    content = serializers.CharField()
    redirected_from = serializers.CharField(help_text="The old path that led here, or empty.")
    related_nodes = RelatedNodeSerializer(many=True)
    edited_at = serializers.DateTimeField()
    created_at = serializers.DateTimeField()
    updated_at = serializers.DateTimeField()


class TocEntrySerializer(serializers.Serializer[Any]):
    """One section of a table of contents."""

    id = serializers.CharField()
    mark = serializers.CharField()
    file = serializers.CharField()
    title = serializers.CharField()
    level = serializers.IntegerField()
    summary = serializers.CharField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    children = serializers.ListField(child=serializers.DictField())


class DocumentTocSerializer(serializers.Serializer[Any]):
    """The sections of one file, nested."""

    file = serializers.CharField()
    mark = serializers.CharField()
    title = serializers.CharField()
    sections = TocEntrySerializer(many=True)
    redirected_from = serializers.CharField()


class SectionTextSerializer(serializers.Serializer[Any]):
    """A section verbatim; `ancestors` and `children` come with `context`."""

    id = serializers.CharField()
    mark = serializers.CharField()
    file = serializers.CharField()
    document_id = serializers.UUIDField()
    document_title = serializers.CharField()
    title = serializers.CharField()
    level = serializers.IntegerField()
    heading_path = serializers.ListField(child=serializers.CharField())
    summary = serializers.CharField()
    content = serializers.CharField()
    start_byte = serializers.IntegerField()
    end_byte = serializers.IntegerField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    tokens = serializers.IntegerField()
    file_tokens = serializers.IntegerField(help_text="What the whole file would have cost.")
    redirected_from = serializers.CharField(help_text="The old id that led here, or empty.")
    similarity = serializers.FloatField(help_text="How alike the texts before and now are.")
    ancestors = TocEntrySerializer(many=True, required=False)
    children = TocEntrySerializer(many=True, required=False)


class FileLinesSerializer(serializers.Serializer[Any]):
    """Lines of a file as the indexed commit has it."""

    path = serializers.CharField()
    commit_id = serializers.CharField()
    start_line = serializers.IntegerField()
    end_line = serializers.IntegerField()
    total_lines = serializers.IntegerField()
    content = serializers.CharField()
    content_truncated = serializers.BooleanField()
    note = serializers.CharField()


class TocQuerySerializer(serializers.Serializer[Any]):
    """Which contents, and in which shape."""

    file = serializers.CharField(max_length=2000, allow_blank=True, default="")
    tree = serializers.BooleanField(default=False, help_text="Nested, one item for each file.")


class FileQuerySerializer(serializers.Serializer[Any]):
    """Which file."""

    file = serializers.CharField(max_length=2000)


class SectionQuerySerializer(serializers.Serializer[Any]):
    """How much of a section."""

    context = serializers.BooleanField(  # type: ignore[assignment]
        default=False, help_text="Also the headings above it and summaries of those below."
    )
    descendants = serializers.BooleanField(
        default=False, help_text="The text of all sections below it as well."
    )


class RangeQuerySerializer(serializers.Serializer[Any]):
    """Which lines: from `start` to `end`, both in, at most 1000."""

    start = serializers.IntegerField(min_value=1, max_value=100_000_000, default=1)
    end = serializers.IntegerField(min_value=1, max_value=100_000_000, required=False)
