from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils import timezone
from pgvector.django import HalfVectorField

from apps.access.querysets import SourceBoundQuerySet
from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.models.spaces import EmbeddingSpace


class NextNumber(models.Func):
    """The next passage number."""

    function = "nextval"
    template = "%(function)s('passage_numbers')"
    output_field = models.IntegerField()


class PassageQuerySet(SourceBoundQuerySet["Passage"]):
    """Passages, readable like their source."""

    def without_vector(self, space: EmbeddingSpace) -> "PassageQuerySet":
        """Passages that the space does not hold yet, or holds for an older text."""
        held = Vector.objects.filter(
            passage=models.OuterRef("pk"),
            space=space,
            part=0,
            content_hash=models.OuterRef("content_hash"),
        )
        return self.filter(~models.Exists(held))


class Passage(models.Model):
    """The search entry of one chunk of either corpus; its id is the chunk's."""

    id = models.UUIDField(primary_key=True, editable=False)
    # Names this version of the passage in the inverted index; a rewritten passage gets a new one.
    number = models.IntegerField(unique=True, editable=False, db_default=NextNumber())
    source_id = models.UUIDField()
    document_id = models.UUIDField()
    collection_chunk = models.OneToOneField(
        Chunk, on_delete=models.CASCADE, null=True, related_name="passage"
    )
    repo_chunk = models.OneToOneField(
        RepoDocumentChunk, on_delete=models.CASCADE, null=True, related_name="passage"
    )
    # Normalised titles, keys and headings that find this passage at once.
    names = ArrayField(models.TextField(), default=list)
    # SHA-256 of the text that is embedded: title, heading path and body.
    content_hash = models.CharField(max_length=64)
    edited_at = models.DateTimeField(default=timezone.now)

    objects = PassageQuerySet.as_manager()

    class Meta:
        db_table = "passages"
        constraints = [
            models.CheckConstraint(
                condition=models.Q(collection_chunk__isnull=False, repo_chunk__isnull=True)
                | models.Q(collection_chunk__isnull=True, repo_chunk__isnull=False),
                name="passages_one_corpus",
            ),
        ]
        indexes = [
            models.Index(fields=["source_id", "document_id"], name="passages_by_source"),
            GinIndex(fields=["names"], name="passages_names"),
        ]

    def __str__(self) -> str:
        return str(self.id)


class Vector(models.Model):
    """The embedding of one window of a passage in one space (unit length).

    A passage longer than the model's window has several; it is as near as its nearest part.
    """

    passage = models.ForeignKey(Passage, on_delete=models.CASCADE, related_name="vectors")
    space = models.ForeignKey(EmbeddingSpace, on_delete=models.CASCADE, related_name="vectors")
    source_id = models.UUIDField()
    content_hash = models.CharField(max_length=64)
    # From 0; every embedded passage has the part 0.
    part = models.PositiveSmallIntegerField(default=0)
    # No fixed dimension: each space has its own.
    embedding = HalfVectorField()

    class Meta:
        db_table = "passage_vectors"
        constraints = [
            models.UniqueConstraint(
                fields=["space", "passage", "part"], name="passage_vectors_one_per_part"
            ),
        ]
        indexes = [
            models.Index(fields=["space", "source_id"], name="passage_vectors_by_source"),
            models.Index(fields=["space", "content_hash"], name="passage_vectors_by_hash"),
        ]

    def __str__(self) -> str:
        return str(self.passage_id)


class DocumentVector(models.Model):
    """The mean of the vectors that one space holds of a document's passages.

    The database forgets it when a passage goes or gets a vector; the `embed` job makes it anew.
    """

    document_id = models.UUIDField()
    source_id = models.UUIDField()
    space = models.ForeignKey(EmbeddingSpace, on_delete=models.CASCADE, related_name="+")
    embedding = HalfVectorField()

    class Meta:
        db_table = "document_vectors"
        constraints = [
            models.UniqueConstraint(
                fields=["document_id", "space"], name="document_vectors_one_per_space"
            ),
        ]

    def __str__(self) -> str:
        return str(self.document_id)
