import uuid

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models
from django.utils import timezone

from apps.access.querysets import DerivedQuerySet
from apps.documents.models.documents import RepoDocument


class DocumentCodeQuerySet(DerivedQuerySet["DocumentCode"]):
    """Readable like the document."""

    parent = "document"


class DocumentCode(models.Model):
    """What a document names of code: kept so that a change of code finds the documents to link."""

    document = models.OneToOneField(
        RepoDocument, on_delete=models.CASCADE, primary_key=True, related_name="code"
    )
    # Of which text it was made, and by which rules; empty to have it made anew.
    state = models.CharField(max_length=64, blank=True)
    # The last parts of all names in it, resolved or not.
    names = ArrayField(models.TextField(), default=list)
    # Name as written -> qualified name, kind and path of the symbol that it was bound to last.
    bound = models.JSONField(default=dict)

    objects = DocumentCodeQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_code"
        indexes = [GinIndex(fields=["names"], name="repo_document_code_names")]

    def __str__(self) -> str:
        return f"Code of {self.document_id}"


class MentionDriftQuerySet(DerivedQuerySet["MentionDrift"]):
    """Readable like the document."""

    parent = "document"


class MentionDrift(models.Model):
    """A name in a document that used to mean a symbol which is gone."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    document = models.ForeignKey(RepoDocument, on_delete=models.CASCADE, related_name="drift")
    name = models.CharField(max_length=500)
    line = models.PositiveIntegerField()
    # What it was bound to.
    qualified_name = models.CharField(max_length=1000)
    kind = models.CharField(max_length=32)
    symbol_path = models.CharField(max_length=2000)
    # The commit at which it was first seen to be gone.
    commit_id = models.CharField(max_length=64, blank=True)
    found_at = models.DateTimeField(default=timezone.now)

    objects = MentionDriftQuerySet.as_manager()

    class Meta:
        db_table = "repo_mention_drift"
        ordering = ["document", "line", "name"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "name"], name="repo_mention_drift_name_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.name
