import uuid

from django.db import models
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import DerivedQuerySet
from apps.repos.models.repositories import Repository


class RunStatus(models.TextChoices):
    """How a sync run stands."""

    RUNNING = "running", "Running"
    SUCCESS = "success", "Done"
    ERROR = "error", "Failed"


COUNTERS = (
    "discovered_files",
    "indexed_documents",
    "indexed_chunks",
    "unchanged_documents",
    "deleted_documents",
    "replaced_files",
)


class SyncRunQuerySet(DerivedQuerySet["SyncRun"]):
    """Runs, readable like their repository."""

    parent = "repository"


class SyncRun(models.Model):
    """One sync of a repository: the six counters, what was skipped and why, how long it took."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="runs")
    status = models.CharField(max_length=8, choices=RunStatus.choices, default=RunStatus.RUNNING)
    error_code = models.CharField(max_length=64, blank=True)
    commit_id = models.CharField(max_length=64, blank=True)
    discovered_files = models.PositiveIntegerField(default=0)
    indexed_documents = models.PositiveIntegerField(default=0)
    indexed_chunks = models.PositiveIntegerField(default=0)
    unchanged_documents = models.PositiveIntegerField(default=0)
    deleted_documents = models.PositiveIntegerField(default=0)
    replaced_files = models.PositiveIntegerField(default=0)
    # The first of the files that were skipped, each with its reason; how many there are in all.
    skipped = models.JSONField(default=list)
    skipped_files = models.PositiveIntegerField(default=0)
    error_message = models.TextField(blank=True)
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    objects = SyncRunQuerySet.as_manager()

    class Meta:
        db_table = "repo_sync_runs"
        ordering = ["-started_at"]
        constraints = [choice_check("status", RunStatus, "repo_sync_runs_status_known")]
        indexes = [
            models.Index(fields=["repository", "-started_at"], name="repo_sync_runs_newest"),
        ]

    @property
    def counters(self) -> dict[str, int]:
        """The six counters by name."""
        return {name: getattr(self, name) for name in COUNTERS}

    def __str__(self) -> str:
        return f"{self.repository} at {self.started_at:%Y-%m-%d %H:%M}"
