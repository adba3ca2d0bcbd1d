from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.retrieval.models.golden import AdminOnlyQuerySet


class BriefingVersionQuerySet(AdminOnlyQuerySet["BriefingVersion"]):
    """Versions of the briefing; what agents get is the newest, read by its service."""


class BriefingVersion(models.Model):
    """A text by the operator that every caller of the MCP endpoint is given; never changed."""

    text = models.TextField(blank=True)
    at = models.DateTimeField(default=timezone.now)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
    )

    objects = BriefingVersionQuerySet.as_manager()

    class Meta:
        db_table = "briefing_versions"
        ordering = ["-id"]

    def __str__(self) -> str:
        return f"Briefing of {self.at:%Y-%m-%d %H:%M}"
