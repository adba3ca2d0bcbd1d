from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.access.models import AccessToken, choice_check
from apps.access.querysets import OwnQuerySet

if TYPE_CHECKING:
    from uuid import UUID

# With this share of a question's words or less, the best hit says little about it.
WEAK = 0.5


class AskedKind(models.TextChoices):
    """What was asked for."""

    SEARCH = "search", "Search"
    CONTEXT = "context", "Context pack"
    ROUTE = "route", "Route"


class AskedStatus(models.TextChoices):
    """What came of it."""

    OK = "ok", "Found"
    EMPTY = "empty", "Nothing found"
    ERROR = "error", "Refused or failed"


class Surface(models.TextChoices):
    """The door a question came through."""

    API = "api", "REST"
    MCP = "mcp", "MCP"
    READER = "reader", "Reader"
    ADMIN = "admin", "Admin"
    COMMAND = "command", "Command"


class AskedQuestionQuerySet(OwnQuerySet["AskedQuestion"]):
    """Questions: each person's are their own; admins who are signed in see all."""

    def unanswered(self) -> "AskedQuestionQuerySet":
        """Those with a text that found nothing, or little of what was asked."""
        missed = Q(status=AskedStatus.EMPTY) | Q(status=AskedStatus.OK, strength__lte=WEAK)
        return self.exclude(normal="").filter(missed)


class AskedQuestion(models.Model):
    """One question and what came of it; the answer itself is not kept.

    ``sources`` are those it named (none: all that the person could read). ``strength`` is the share
    of its words in the best of the first hits. ``text`` and ``top_mark`` are empty where a source
    keeps no questions. ``latency`` is in milliseconds.
    """

    at = models.DateTimeField(default=timezone.now)
    kind = models.CharField(max_length=8, choices=AskedKind.choices)
    surface = models.CharField(max_length=8, choices=Surface.choices)
    status = models.CharField(max_length=8, choices=AskedStatus.choices)
    error_code = models.CharField(max_length=64, blank=True)
    text = models.TextField(blank=True)
    normal = models.TextField(blank=True, editable=False)
    sources: "models.Field[list[UUID], Any]" = ArrayField(models.UUIDField(), default=list)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, null=True, related_name="+"
    )
    token = models.ForeignKey(AccessToken, on_delete=models.SET_NULL, null=True, related_name="+")
    latency = models.PositiveIntegerField("latency (ms)")
    hits = models.PositiveIntegerField(default=0)
    strength = models.FloatField(null=True)
    top_mark = models.TextField("best hit", blank=True)
    top_source = models.UUIDField(null=True, editable=False)

    objects = AskedQuestionQuerySet.as_manager()

    class Meta:
        db_table = "asked_questions"
        ordering = ["-at", "-id"]
        constraints = [
            choice_check("kind", AskedKind, "asked_questions_kind_known"),
            choice_check("surface", Surface, "asked_questions_surface_known"),
            choice_check("status", AskedStatus, "asked_questions_status_known"),
        ]
        indexes = [
            models.Index(fields=["-at", "-id"], name="asked_questions_by_time"),
            models.Index(fields=["user", "-at"], name="asked_questions_by_user"),
        ]

    def __str__(self) -> str:
        return self.text[:80] or "(not kept)"
