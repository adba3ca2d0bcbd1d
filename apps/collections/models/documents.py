import datetime as dt
import uuid

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Coalesce, TruncDate
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import DerivedQuerySet
from apps.collections.models.attachments import Attachment
from apps.collections.models.collections import Collection

LONGEST_REVIEW_INTERVAL = 3650


class DocumentQuerySet(DerivedQuerySet["Document"]):
    """Documents, readable like their collection."""

    parent = "collection"

    def with_counts(self) -> "DocumentQuerySet":
        """Adds ``chunk_count`` and ``broken_link_count``, each by a subquery of its own."""
        chunks = Chunk.objects.filter(document=models.OuterRef("pk")).order_by()
        broken = Link.objects.filter(document=models.OuterRef("pk")).broken().order_by()
        count = models.Func(models.F("pk"), function="COUNT")
        return self.annotate(
            chunk_count=models.Subquery(chunks.annotate(n=count).values("n")[:1]),
            broken_link_count=models.Subquery(broken.annotate(n=count).values("n")[:1]),
        )

    def overdue(self, today: dt.date) -> "DocumentQuerySet":
        """Whose review was due before that day, with the date as ``due_on``, longest due first."""
        last = Coalesce("reviewed_on", TruncDate("created_at"))
        due_on = models.ExpressionWrapper(
            last + models.F("review_interval_days"), output_field=models.DateField()
        )
        return self.annotate(due_on=due_on).filter(due_on__lt=today).order_by("due_on", "pk")

    def stale(self, fingerprint: str) -> "DocumentQuerySet":
        """Built by another parser, chunker or set of parameters."""
        return self.exclude(fingerprint=fingerprint)


class Document(models.Model):
    """One page of a collection, keyed by the name it was uploaded under."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="documents")
    source_key = models.CharField(max_length=500)
    title = models.CharField(max_length=500)
    # The title that came with the upload; it outranks what the text says, also when rebuilt.
    given_title = models.CharField(max_length=500, blank=True)
    format = models.CharField(max_length=16)
    content = models.TextField()
    content_hash = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    version = models.PositiveIntegerField(default=1)
    front_matter = models.JSONField(default=dict)
    front_matter_error = models.CharField(max_length=500, blank=True)
    heading_tree = models.JSONField(default=list)
    # Pairs of the name of a label of Sphinx or MyST and the anchor of its section.
    labels = models.JSONField(default=list)
    code_blocks = models.JSONField(default=list)
    tables = models.JSONField(default=list)
    word_count = models.PositiveIntegerField(default=0)
    line_count = models.PositiveIntegerField(default=0)
    is_truncated = models.BooleanField(default=False)
    note = models.CharField(max_length=200, blank=True)
    fingerprint = models.CharField(max_length=64)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)
    content_updated_at = models.DateTimeField(default=timezone.now)
    # Who answers for the page; that gives no rights.
    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    review_interval_days = models.PositiveIntegerField(null=True)
    reviewed_on = models.DateField(null=True)
    reviewed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )

    objects = DocumentQuerySet.as_manager()

    class Meta:
        db_table = "md_documents"
        ordering = ["source_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "source_key"], name="md_documents_key_unique"
            ),
            models.CheckConstraint(
                condition=~models.Q(source_key=""), name="md_documents_key_not_empty"
            ),
            models.CheckConstraint(
                condition=models.Q(review_interval_days=None)
                | models.Q(review_interval_days__range=(1, LONGEST_REVIEW_INTERVAL)),
                name="md_documents_review_interval_sane",
            ),
        ]

    def __str__(self) -> str:
        return self.title

    @property
    def review_due_on(self) -> dt.date | None:
        """The last day for the next review, counted from the last one or from the creation."""
        if self.review_interval_days is None:
            return None
        last = self.reviewed_on or timezone.localdate(self.created_at)
        return last + dt.timedelta(days=self.review_interval_days)


class ChunkQuerySet(DerivedQuerySet["Chunk"]):
    """Chunks, readable like their document."""

    parent = "document"


class Chunk(models.Model):
    """The exact unit that is embedded and found."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="chunks")
    chunk_index = models.PositiveIntegerField()
    content = models.TextField()
    heading_path = ArrayField(models.TextField(), default=list)
    heading_level = models.PositiveSmallIntegerField(null=True)
    section_anchor = models.CharField(max_length=500, blank=True)
    sections = ArrayField(models.TextField(), default=list)
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()

    objects = ChunkQuerySet.as_manager()

    class Meta:
        db_table = "md_chunks"
        ordering = ["document", "chunk_index"]
        constraints = [
            # Deferred, because chunks that an edit leaves alone move up or down in place.
            models.UniqueConstraint(
                fields=["document", "chunk_index"],
                name="md_chunks_index_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
        ]

    def __str__(self) -> str:
        return f"{self.document} #{self.chunk_index}"


class LinkType(models.TextChoices):
    """How a link is written."""

    ABSOLUTE = "absolute", "Absolute"
    ANCHOR = "anchor", "On this page"
    LABEL = "label", "Label"
    MARKDOWN = "markdown", "Markdown file"
    RELATIVE = "relative", "Relative"
    WIKI = "wiki", "Wiki"


class LinkState(models.TextChoices):
    """What came of resolving a link."""

    PENDING = "pending", "Not yet resolved"
    RESOLVED = "resolved", "Resolved"
    BROKEN = "broken", "Broken"
    EXTERNAL = "external", "Outside the collection"


class LinkQuerySet(DerivedQuerySet["Link"]):
    """Links, readable like their document."""

    parent = "document"

    def unresolved(self) -> "LinkQuerySet":
        """Links that point to nothing in the collection, or whose section is missing."""
        return self.filter(
            models.Q(state__in=[LinkState.BROKEN, LinkState.PENDING])
            | models.Q(is_fragment_found=False)
        )

    def broken(self) -> "LinkQuerySet":
        """Those of them whose turn to be resolved has come: what people are told of."""
        return self.unresolved().exclude(state=LinkState.PENDING)

    def with_targets(self) -> "LinkQuerySet":
        """Each with its target by key and title: the rest may be megabytes, for every link anew."""
        heavy = ("content", "front_matter", "heading_tree", "labels", "code_blocks", "tables")
        rows = self.select_related("target_document", "target_attachment")
        return rows.defer(*(f"target_document__{name}" for name in heavy))


class Link(models.Model):
    """A link of a document, bound to its target when that lies in the same collection."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(Document, on_delete=models.CASCADE, related_name="links")
    text = models.CharField(max_length=1000, blank=True)
    href = models.CharField(max_length=2000)
    line = models.PositiveIntegerField()
    link_type = models.CharField(max_length=8, choices=LinkType.choices)
    state = models.CharField(max_length=8, choices=LinkState.choices, default=LinkState.PENDING)
    target_document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="backlinks"
    )
    target_attachment = models.ForeignKey(
        Attachment, on_delete=models.SET_NULL, null=True, related_name="backlinks"
    )
    fragment = models.CharField(max_length=500, blank=True)
    is_fragment_found = models.BooleanField(null=True)

    objects = LinkQuerySet.as_manager()

    class Meta:
        db_table = "md_links"
        ordering = ["document", "line", "id"]
        constraints = [
            choice_check("link_type", LinkType, "md_links_type_known"),
            choice_check("state", LinkState, "md_links_state_known"),
            models.CheckConstraint(
                condition=models.Q(target_document=None) | models.Q(target_attachment=None),
                name="md_links_one_target",
            ),
        ]
        indexes = [models.Index(fields=["document", "state"], name="md_links_by_state")]

    def __str__(self) -> str:
        return self.href

    @property
    def is_broken(self) -> bool:
        """What `LinkQuerySet.broken` finds."""
        is_sectionless = self.is_fragment_found is False and self.state != LinkState.PENDING
        return self.state == LinkState.BROKEN or is_sectionless
