from django.db import models
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import SourceBoundQuerySet


class TermKind(models.IntegerChoices):
    """What a term of the inverted index is."""

    LEXEME = 0, "Stemmed word"
    IDENTIFIER = 1, "Identifier, part of one, or bigram of an unspaced script"


class LexicalSegmentQuerySet(SourceBoundQuerySet["LexicalSegment"]):
    """Segments, readable like their source."""


class LexicalSegment(models.Model):
    """A part of a source's inverted index: what one import wrote, or several merged."""

    id = models.BigAutoField(primary_key=True)
    source_id = models.UUIDField()
    # Passages counted when the segment was written; some may have been replaced since.
    passages = models.PositiveIntegerField()
    # Sum of the weighted lengths of those passages, in lexemes and in identifiers.
    lexemes = models.PositiveBigIntegerField()
    identifiers = models.PositiveBigIntegerField()
    created_at = models.DateTimeField(default=timezone.now)

    objects = LexicalSegmentQuerySet.as_manager()

    class Meta:
        db_table = "lexical_segments"
        indexes = [models.Index(fields=["source_id"], name="lexical_segments_by_source")]

    def __str__(self) -> str:
        return f"{self.source_id} #{self.pk}"


class PostingQuerySet(SourceBoundQuerySet["Posting"]):
    """Postings, readable like their source."""


class Posting(models.Model):
    """The passages of one segment that hold a term, packed eight bytes each.

    ``entries`` is a sequence of big-endian records: passage number (4 bytes), weighted frequency of
    the term (2), weighted length of the passage (2).
    """

    pk = models.CompositePrimaryKey("kind", "term", "source_id", "segment_id")
    kind = models.PositiveSmallIntegerField(choices=TermKind.choices)
    # Compared byte by byte: the fastest order, and the same everywhere.
    term = models.TextField(db_collation="C")
    source_id = models.UUIDField()
    # Written with its segment and removed with it, always in one transaction. A constraint would
    # look the segment up once for each of its tens of thousands of terms.
    segment = models.ForeignKey(
        LexicalSegment, on_delete=models.CASCADE, related_name="postings", db_constraint=False
    )
    entries = models.BinaryField()

    objects = PostingQuerySet.as_manager()

    class Meta:
        db_table = "lexical_postings"
        constraints = [choice_check("kind", TermKind, "lexical_postings_kind_known")]

    def __str__(self) -> str:
        return self.term
