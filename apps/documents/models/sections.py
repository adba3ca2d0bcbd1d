import uuid

from django.contrib.postgres.fields import ArrayField
from django.db import models

from apps.access.querysets import DerivedQuerySet
from apps.documents.models.documents import RepoDocument
from apps.repos.models import CodeSymbol


class SectionQuerySet(DerivedQuerySet["Section"]):
    """Sections, readable like their document."""

    parent = "document"


class Section(models.Model):
    """A heading and the text under it, with its exact range in the file."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(RepoDocument, on_delete=models.CASCADE, related_name="sections")
    parent = models.ForeignKey("self", on_delete=models.CASCADE, null=True, related_name="children")
    # The part of the section id after "path::", as in "overview/token-formats#3".
    address = models.CharField(max_length=1000)
    title = models.CharField(max_length=1000)
    level = models.PositiveSmallIntegerField()
    position = models.PositiveIntegerField()
    anchor = models.CharField(max_length=500)
    summary = models.TextField(blank=True)
    # The embedding model that chose the summary; empty for the first sentence.
    summarised_by = models.CharField(max_length=200, blank=True)
    content_hash = models.CharField(max_length=64)
    start_byte = models.PositiveIntegerField()
    end_byte = models.PositiveIntegerField()
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    # With all sections below it.
    tree_end_byte = models.PositiveIntegerField(default=0)
    tree_end_line = models.PositiveIntegerField(default=0)

    objects = SectionQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_sections"
        ordering = ["document", "position"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "address"],
                name="repo_document_sections_address_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["document", "position"],
                name="repo_document_sections_position_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=models.Q(end_byte__gte=models.F("start_byte")),
                name="repo_document_sections_bytes_ordered",
            ),
        ]

    def __str__(self) -> str:
        return self.title


class RepoDocumentChunkQuerySet(DerivedQuerySet["RepoDocumentChunk"]):
    """Chunks, readable like their document."""

    parent = "document"


class RepoDocumentChunk(models.Model):
    """A verbatim slice of a document: what is embedded and found."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(RepoDocument, on_delete=models.CASCADE, related_name="chunks")
    section = models.ForeignKey(
        Section, on_delete=models.SET_NULL, null=True, related_name="chunks"
    )
    chunk_index = models.PositiveIntegerField()
    content = models.TextField()
    heading_path = ArrayField(models.TextField(), default=list)
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()
    symbols = models.ManyToManyField(CodeSymbol, through="Mention", related_name="chunks")

    objects = RepoDocumentChunkQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_chunks"
        ordering = ["document", "chunk_index"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "chunk_index"],
                name="repo_document_chunks_index_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document} #{self.chunk_index}"


class MentionQuerySet(DerivedQuerySet["Mention"]):
    """Mentions, readable like their chunk."""

    parent = "chunk"


class Mention(models.Model):
    """A code symbol named in a chunk, with the name as written and how sure the link is."""

    chunk = models.ForeignKey(RepoDocumentChunk, on_delete=models.CASCADE, related_name="mentions")
    symbol = models.ForeignKey(CodeSymbol, on_delete=models.CASCADE, related_name="mentions")
    name = models.CharField(max_length=500)
    confidence = models.FloatField()
    is_ambiguous = models.BooleanField(default=False)

    objects = MentionQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_chunk_mentions"
        constraints = [
            models.UniqueConstraint(
                fields=["chunk", "symbol"], name="repo_document_chunk_mentions_unique"
            ),
            models.CheckConstraint(
                condition=models.Q(confidence__gte=0, confidence__lte=1),
                name="repo_document_chunk_mentions_confidence",
            ),
        ]

    def __str__(self) -> str:
        return self.name
