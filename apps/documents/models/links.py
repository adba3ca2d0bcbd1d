from django.db import models

from apps.access.querysets import DerivedQuerySet
from apps.documents.models.documents import RepoDocument


class RepoDocumentLinkQuerySet(DerivedQuerySet["RepoDocumentLink"]):
    """Readable like the document that the link stands in, which lies in the target's repository."""

    parent = "document"


class RepoDocumentLink(models.Model):
    """That a document links to another one of its repository, however often."""

    # The unique constraint and the index below begin with the keys and hold all that is asked.
    document = models.ForeignKey(
        RepoDocument, on_delete=models.CASCADE, related_name="links_to", db_index=False
    )
    target = models.ForeignKey(
        RepoDocument, on_delete=models.CASCADE, related_name="linked_from", db_index=False
    )

    objects = RepoDocumentLinkQuerySet.as_manager()

    class Meta:
        db_table = "repo_document_links"
        constraints = [
            models.UniqueConstraint(
                fields=["document", "target"], name="repo_document_links_unique"
            ),
            models.CheckConstraint(
                condition=~models.Q(document=models.F("target")),
                name="repo_document_links_not_to_itself",
            ),
        ]
        indexes = [
            models.Index(fields=["target", "document"], name="repo_document_links_back"),
        ]

    def __str__(self) -> str:
        return f"{self.document_id} to {self.target_id}"
