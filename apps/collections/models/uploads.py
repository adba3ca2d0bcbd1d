import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.access.querysets import DerivedQuerySet
from apps.collections.models.collections import Collection


class UploadQuerySet(DerivedQuerySet["Upload"]):
    """Uploads, readable like their collection."""

    parent = "collection"


class Upload(models.Model):
    """What somebody uploaded, kept until its job has taken all of it in."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="uploads")
    name = models.CharField(max_length=255)
    file = models.FileField(upload_to="uploads")
    size = models.PositiveBigIntegerField()
    # One entry per file, errors first, at most as many as `apps.collections.jobs` keeps.
    results = models.JSONField(default=list)
    # Counts of the finished import; None until everything is taken in.
    summary = models.JSONField(null=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)

    objects = UploadQuerySet.as_manager()

    class Meta:
        db_table = "md_uploads"
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return self.name
