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
from apps.access.querysets import SourceQuerySet
from apps.text.marks import Mark, RepoMark, SymbolMark


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


class RepositoryQuerySet(SourceQuerySet["Repository"]):
    """Repositories."""

    def marked(self, mark: Mark) -> "RepositoryQuerySet":
        """The repository a mark names or lies in, whatever the case of its letters."""
        if not isinstance(mark, RepoMark | SymbolMark):
            return self.none().annotate(mark_rank=models.Value(0))
        rows = self.filter(
            host__iexact=mark.host, namespace__iexact=mark.owner, name__iexact=mark.name
        )
        return rows.annotate(mark_rank=models.Value(0))


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
    tree_id = models.CharField(max_length=64, blank=True, editable=False)
    commit_id = models.CharField(max_length=64, blank=True, editable=False)
    committed_at = models.DateTimeField(null=True, editable=False)
    synced_at = models.DateTimeField(null=True, editable=False)

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
                Lower("host"), Lower("namespace"), Lower("name"), name="repositories_slug_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def slug(self) -> str:
        """``host/namespace/name``."""
        return f"{self.host}/{self.namespace}/{self.name}"


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
