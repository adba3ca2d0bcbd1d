import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.access.querysets import DerivedQuerySet
from apps.collections.media import SHOWN
from apps.collections.models.collections import Collection


class AttachmentData(models.Model):
    """The bytes of attachments, once for each content, whichever collections have it.

    They lie in the database: what an upload stores is there or not with the rest of its
    transaction, one backup holds all, and web and workers need no folder in common.
    """

    sha256 = models.CharField(primary_key=True, max_length=64)
    size = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        db_table = "md_attachment_data"

    def __str__(self) -> str:
        return self.sha256


class AttachmentQuerySet(DerivedQuerySet["Attachment"]):
    """Attachments, readable like their collection."""

    parent = "collection"


class Attachment(models.Model):
    """A file that documents of a collection show or link to, keyed by its path as they are."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="attachments")
    source_key = models.CharField(max_length=500)
    data = models.ForeignKey(
        AttachmentData, on_delete=models.PROTECT, db_column="sha256", related_name="attachments"
    )
    size = models.PositiveIntegerField()
    content_type = models.CharField(max_length=100)
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = AttachmentQuerySet.as_manager()

    class Meta:
        db_table = "md_attachments"
        ordering = ["source_key"]
        constraints = [
            models.UniqueConstraint(
                fields=["collection", "source_key"], name="md_attachments_key_unique"
            ),
            models.CheckConstraint(
                condition=~models.Q(source_key=""), name="md_attachments_key_not_empty"
            ),
        ]

    def __str__(self) -> str:
        return self.source_key

    @property
    def sha256(self) -> str:
        """The hash of the content, in hexadecimal digits."""
        return str(self.data_id)

    @property
    def is_shown(self) -> bool:
        """Whether browsers may show it in place; everything else is a download."""
        return self.content_type in SHOWN
