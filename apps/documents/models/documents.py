import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import DerivedQuerySet
from apps.repos.models import Bucket, Repository


class DocumentKind(models.TextChoices):
    """Why a file is indexed; metadata, not a filter."""

    REPO_DOC = "repo_doc", "Repo Doc"
    WORKFLOW = "workflow", "Workflow"
    EXAMPLE = "example", "Example"
    TEST = "test", "Test"
    CONFIG = "config", "Config"


class RepoDocumentQuerySet(DerivedQuerySet["RepoDocument"]):
    """Documents, readable like their repository."""

    parent = "repository"


class RepoDocument(models.Model):
    """One indexed file of a repository."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="documents")
    path = models.CharField(max_length=2000)
    aliases = ArrayField(models.CharField(max_length=2000), default=list)
    slug = models.CharField(max_length=100)
    title = models.CharField(max_length=500)
    kind = models.CharField(max_length=16, choices=DocumentKind.choices)
    bucket = models.CharField(max_length=16, choices=Bucket.choices)
    format = models.CharField(max_length=16)
    content = models.TextField()
    # Git's id of the file as it lies in the repository, before anything is decoded or masked.
    blob_id = models.CharField(max_length=64, default="", editable=False)
    line_count = models.PositiveIntegerField(default=0)
    content_hash = models.CharField(max_length=64)
    size = models.PositiveIntegerField()
    note = models.CharField(max_length=200, blank=True)
    # Type and href of each link that stays inside the repository, as written.
    links = models.JSONField(default=list, editable=False)
    # Name and anchor of each label by which other documents may refer to it.
    labels = models.JSONField(default=list, editable=False)
    fingerprint = models.CharField(max_length=64)
    # Time of the commit that last touched the file.
    edited_at = models.DateTimeField(default=timezone.now)
    created_at = models.DateTimeField(default=timezone.now)
    updated_at = models.DateTimeField(auto_now=True)

    objects = RepoDocumentQuerySet.as_manager()

    class Meta:
        db_table = "repo_documents"
        ordering = ["path"]
        constraints = [
            choice_check("kind", DocumentKind, "repo_documents_kind_known"),
            choice_check("bucket", Bucket, "repo_documents_bucket_known"),
            models.UniqueConstraint(
                fields=["repository", "path"],
                name="repo_documents_path_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.UniqueConstraint(
                fields=["repository", "slug"],
                name="repo_documents_slug_unique",
                deferrable=models.Deferrable.DEFERRED,
            ),
            models.CheckConstraint(
                condition=~models.Q(slug=""), name="repo_documents_slug_not_empty"
            ),
        ]
        indexes = [
            models.Index(fields=["repository", "content_hash"], name="repo_documents_by_hash"),
            GinIndex(fields=["aliases"], name="repo_documents_aliases"),
        ]

    def __str__(self) -> str:
        return self.title
