from datetime import timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Lower

from apps.access.models import (
    GroupGrant,
    Source,
    UserGrant,
    choice_check,
    grant_permissions,
    visibility_check,
)
from apps.access.principals import Principal
from apps.access.querysets import Action, SourceQuerySet
from apps.text.marks import Mark, RepoMark, SymbolMark
from apps.text.storable import storable


class Origin(models.TextChoices):
    """Where a repository's files come from."""

    GIT = "git", "Git URL"
    ARCHIVE = "archive", "Uploaded zip"
    LOCAL = "local", "Local path"


class Schedule(models.TextChoices):
    """How often a repository is synced by itself."""

    MANUAL = "manual", "Only when asked"
    HOURLY = "hourly", "Every hour"
    DAILY = "daily", "Every day"
    WEEKLY = "weekly", "Every week"

    @property
    def interval(self) -> timedelta | None:
        """Time between two syncs; None when nobody but a person starts one."""
        return _INTERVALS.get(self)


_INTERVALS = {
    Schedule.HOURLY: timedelta(hours=1),
    Schedule.DAILY: timedelta(days=1),
    Schedule.WEEKLY: timedelta(weeks=1),
}


class RepositoryQuerySet(SourceQuerySet["Repository"]):
    """Repositories; one that is being deleted is gone for everybody."""

    def access_rule(self, user: Principal, action: Action) -> models.Q:
        """The rule of all sources, for repositories that nobody has deleted."""
        return super().access_rule(user, action) & models.Q(deleted_at=None)

    def marked(self, mark: Mark) -> "RepositoryQuerySet":
        """The repository a mark names or lies in, whatever the case of its letters."""
        if not isinstance(mark, RepoMark | SymbolMark):
            return self.none().annotate(mark_rank=models.Value(0))
        rows = self.named(mark.host, mark.owner, mark.name)
        return rows.annotate(mark_rank=models.Value(0))

    def named(self, host: str, namespace: str, name: str) -> "RepositoryQuerySet":
        """The repository of that name, whatever the case of its letters."""
        return self.filter(
            host__iexact=storable(host),
            namespace__iexact=storable(namespace),
            name__iexact=storable(name),
        )


def default_buckets() -> list[str]:
    """No bucket is excluded by default."""
    return []


class Repository(Source):
    """A git, zip or local source of documentation, addressed as ``host/namespace/name``."""

    host = models.CharField(max_length=255)
    namespace = models.CharField(max_length=255)
    name = models.CharField(max_length=255)
    origin = models.CharField(max_length=8, choices=Origin.choices)
    url = models.CharField(max_length=2000, blank=True)
    ref = models.CharField(max_length=255, blank=True)
    description = models.CharField(max_length=500, blank=True)
    schedule = models.CharField(max_length=8, choices=Schedule.choices, default=Schedule.MANUAL)
    include_globs = ArrayField(models.CharField(max_length=500), default=list, blank=True)
    exclude_globs = ArrayField(models.CharField(max_length=500), default=list, blank=True)
    excluded_buckets = ArrayField(
        models.CharField(max_length=16), default=default_buckets, blank=True
    )
    max_file_bytes = models.PositiveIntegerField(default=1024 * 1024)
    # Fernet tokens (apps.repos.credentials); never shown again.
    credential = models.TextField(blank=True, editable=False)
    webhook_secret = models.TextField(blank=True, editable=False)
    # An uploaded zip until a sync has taken it into the mirror.
    archive = models.FileField(upload_to="repository-archives", blank=True, editable=False)
    # What the documents were built by: parser, chunker, parameters, discovery settings.
    fingerprint = models.CharField(max_length=64, blank=True, editable=False)
    tree_id = models.CharField(max_length=64, blank=True, editable=False)
    commit_id = models.CharField(max_length=64, blank=True, editable=False)
    committed_at = models.DateTimeField(null=True, editable=False)
    synced_at = models.DateTimeField(null=True, editable=False)
    next_sync_at = models.DateTimeField(null=True, editable=False)
    deleted_at = models.DateTimeField(null=True, editable=False)

    objects = RepositoryQuerySet.as_manager()

    class Meta:
        db_table = "repositories"
        verbose_name_plural = "repositories"
        ordering = ["host", "namespace", "name"]
        permissions = grant_permissions("repository")
        constraints = [
            visibility_check("repositories_visibility_known"),
            choice_check("origin", Origin, "repositories_origin_known"),
            choice_check("schedule", Schedule, "repositories_schedule_known"),
            models.UniqueConstraint(
                Lower("host"),
                Lower("namespace"),
                Lower("name"),
                condition=models.Q(deleted_at=None),
                name="repositories_slug_unique",
            ),
        ]
        indexes = [
            models.Index(
                fields=["next_sync_at"],
                condition=models.Q(next_sync_at__isnull=False),
                name="repositories_due",
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def slug(self) -> str:
        """``host/namespace/name``."""
        return f"{self.host}/{self.namespace}/{self.name}"

    @property
    def mark(self) -> str:
        """``repo:HOST/OWNER/NAME``."""
        return str(RepoMark(self.host, self.namespace, self.name))

    @property
    def is_ready(self) -> bool:
        """Whether a sync has succeeded, so that there is an index to read."""
        return self.synced_at is not None


class RepositoryGroupGrant(GroupGrant):
    """A group's grant on a repository."""

    content_object = models.ForeignKey(
        Repository, on_delete=models.CASCADE, related_name="group_grants"
    )

    class Meta(GroupGrant.Meta):
        db_table = "repository_group_grants"


class RepositoryUserGrant(UserGrant):
    """A user's grant on a repository."""

    content_object = models.ForeignKey(
        Repository, on_delete=models.CASCADE, related_name="user_grants"
    )

    class Meta(UserGrant.Meta):
        db_table = "repository_user_grants"
