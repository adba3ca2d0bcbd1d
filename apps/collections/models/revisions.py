from typing import NoReturn

from django.conf import settings
from django.db import models
from django.utils import timezone

from apps.access.models import choice_check
from apps.access.querysets import DerivedQuerySet
from apps.collections.models.documents import Document


class RevisionKind(models.TextChoices):
    """What made a revision."""

    CREATED = "created", "Created"
    EDITED = "edited", "Edited"
    IMPORTED = "imported", "Imported"
    RESTORED = "restored", "Restored"
    RENAMED = "renamed", "Renamed"


class RevisionQuerySet(DerivedQuerySet["Revision"]):
    """Revisions, readable like their document; nothing in them can be changed or removed."""

    parent = "document"

    def update(self, **_values: object) -> NoReturn:
        """Refused: a revision stays as it was written (the database refuses as well)."""
        raise TypeError("Revisions cannot be changed.")

    def delete(self) -> NoReturn:
        """Refused: revisions go with their document only (the database refuses as well)."""
        raise TypeError("Revisions are deleted with their document only.")


class Revision(models.Model):
    """A document as it stood at one of its versions."""

    # The database cascades by itself (migration 0004): it tells that from any other deletion.
    document = models.ForeignKey(
        Document, on_delete=models.DO_NOTHING, db_constraint=False, related_name="revisions"
    )
    number = models.PositiveIntegerField()
    source_key = models.CharField(max_length=500)
    title = models.CharField(max_length=500)
    given_title = models.CharField(max_length=500, blank=True)
    content = models.TextField()
    content_hash = models.CharField(max_length=64)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="+"
    )
    # Outlives the account.
    author_name = models.CharField(max_length=150, blank=True)
    message = models.CharField(max_length=300, blank=True)
    kind = models.CharField(max_length=8, choices=RevisionKind.choices)
    created_at = models.DateTimeField(default=timezone.now)

    objects = RevisionQuerySet.as_manager()

    class Meta:
        db_table = "md_revisions"
        ordering = ["document", "-number"]
        constraints = [
            models.UniqueConstraint(
                fields=["document", "number"], name="md_revisions_number_unique"
            ),
            choice_check("kind", RevisionKind, "md_revisions_kind_known"),
        ]

    def __str__(self) -> str:
        return f"{self.title}, revision {self.number}"
