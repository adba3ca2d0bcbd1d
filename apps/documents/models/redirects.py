"""Where what was read under an old address stands now, so that citations go on to work."""

from django.db import models
from django.utils import timezone

from apps.access.querysets import DerivedQuerySet
from apps.documents.models.documents import RepoDocument
from apps.documents.models.sections import Section
from apps.repos.models import Repository


class DocumentRedirectQuerySet(DerivedQuerySet["DocumentRedirect"]):
    """Redirects of documents, readable like their repository."""

    parent = "repository"


class DocumentRedirect(models.Model):
    """A path that a document had; without a document, what stood there is gone."""

    repository = models.ForeignKey(
        Repository, on_delete=models.CASCADE, related_name="document_redirects"
    )
    path = models.CharField(max_length=2000)
    slug = models.CharField(max_length=100)
    document = models.ForeignKey(
        RepoDocument, on_delete=models.SET_NULL, null=True, related_name="old_paths"
    )
    # How alike the texts before and after the move are, 0 to 1.
    similarity = models.FloatField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    objects = DocumentRedirectQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_redirects"
        ordering = ["path"]
        constraints = [
            models.UniqueConstraint(
                fields=["repository", "path"], name="repo_document_redirects_path_unique"
            ),
        ]
        indexes = [
            models.Index(fields=["repository", "slug"], name="repo_document_redirects_slug"),
        ]

    def __str__(self) -> str:
        return self.path


class SectionRedirectQuerySet(DerivedQuerySet["SectionRedirect"]):
    """Redirects of sections, readable like their document."""

    parent = "document"


class SectionRedirect(models.Model):
    """An address that a section had; without a section, what stood there is gone."""

    document = models.ForeignKey(
        RepoDocument, on_delete=models.CASCADE, related_name="section_redirects"
    )
    address = models.CharField(max_length=1000)
    title = models.CharField(max_length=1000)
    section = models.ForeignKey(
        Section, on_delete=models.SET_NULL, null=True, related_name="old_addresses"
    )
    similarity = models.FloatField(default=1)
    created_at = models.DateTimeField(default=timezone.now)

    objects = SectionRedirectQuerySet.as_manager()

    class Meta:
        db_table = "repo_section_redirects"
        ordering = ["document", "address"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "address"], name="repo_section_redirects_address_unique"
            ),
        ]

    def __str__(self) -> str:
        return self.address
