import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import SourceBoundQuerySet


class JobKind(models.TextChoices):
    """What a job does."""

    UPLOAD = "upload", "Import an upload"
    EMBED = "embed", "Make vectors"
    RESOLVE_LINKS = "resolve_links", "Resolve links"
    RECHUNK = "rechunk", "Cut documents anew"
    SYNC = "sync", "Sync a repository"
    RELINK = "relink", "Link documents to code again"
    PURGE = "purge", "Remove a deleted source"
    EVALUATE = "evaluate", "Ask the golden questions"


class JobStatus(models.TextChoices):
    """Where a job stands: queued, running, then success or error."""

    QUEUED = "queued", "Queued"
    RUNNING = "running", "Running"
    SUCCESS = "success", "Done"
    ERROR = "error", "Failed"


# Long work that gives way to everything else.
BACKGROUND = (JobKind.EMBED,)
ACTIVE = (JobStatus.QUEUED, JobStatus.RUNNING)


class JobQuerySet(SourceBoundQuerySet["Job"]):
    """Jobs, readable by whoever can read their source."""

    def active(self) -> "JobQuerySet":
        """Queued or running."""
        return self.filter(status__in=ACTIVE)

    def due(self) -> "JobQuerySet":
        """Queued, and not waiting for a pause to end."""
        return self.filter(status=JobStatus.QUEUED, not_before__lte=timezone.now())

    def urgent(self) -> "JobQuerySet":
        """Work that somebody waits for."""
        return self.exclude(kind__in=BACKGROUND)

    def finished(self) -> "JobQuerySet":
        """Ended, well or not."""
        return self.exclude(status__in=ACTIVE)

    def expired(self) -> "JobQuerySet":
        """Running under a lease that nobody renews."""
        return self.filter(status=JobStatus.RUNNING, lease_expires_at__lt=timezone.now())


class Job(models.Model):
    """One unit of background work; this row is the truth, the queue entry only a nudge."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    kind = models.CharField(max_length=16, choices=JobKind.choices)
    status = models.CharField(max_length=8, choices=JobStatus.choices, default=JobStatus.QUEUED)
    source_id = models.UUIDField(db_index=True)
    source_kind = models.CharField(max_length=32)
    # What must not be worked on twice at once: the source, or one upload of it.
    target_id = models.UUIDField()
    payload = models.JSONField(default=dict)
    result = models.JSONField(null=True)
    processed = models.PositiveIntegerField(default=0)
    # What earlier runs had done when this one began, so that its own speed can be told.
    processed_before = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True)
    current_item = models.CharField(max_length=500, blank=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    # Somebody asked for the same work while it ran: run once more instead of finishing.
    again = models.BooleanField(default=False)
    leased_by = models.CharField(max_length=64, blank=True)
    lease_expires_at = models.DateTimeField(null=True)
    not_before = models.DateTimeField(default=timezone.now)
    enqueued_at = models.DateTimeField(null=True)
    deliveries = models.PositiveIntegerField(default=0)
    error_code = models.CharField(max_length=64, blank=True)
    error_message = models.TextField(blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    objects = JobQuerySet.as_manager()

    class Meta:
        db_table = "md_jobs"
        ordering = ["-created_at", "-id"]
        constraints = [
            choice_check("kind", JobKind, "md_jobs_kind_known"),
            choice_check("status", JobStatus, "md_jobs_status_known"),
            models.UniqueConstraint(
                fields=["kind", "target_id"],
                condition=Q(status__in=["queued", "running"]),
                name="md_jobs_one_active",
            ),
            models.CheckConstraint(
                condition=~Q(status="running") | Q(lease_expires_at__isnull=False),
                name="md_jobs_running_has_lease",
            ),
        ]
        indexes = [
            models.Index(
                fields=["status", "lease_expires_at"],
                condition=Q(status__in=["queued", "running"]),
                name="md_jobs_active",
            ),
            models.Index(fields=["source_id", "-created_at"], name="md_jobs_by_source"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} ({self.get_status_display().lower()})"

    @property
    def is_urgent(self) -> bool:
        """Whether somebody waits for it."""
        return self.kind not in BACKGROUND

    @property
    def is_active(self) -> bool:
        """Queued or running."""
        return self.status in ACTIVE
