import uuid

from django.db import models
from django.utils import timezone

from apps.access.models import choice_check


class SpaceStatus(models.TextChoices):
    """Where an embedding space stands."""

    BUILDING = "building", "Being built"
    ACTIVE = "active", "Serving"
    RETIRED = "retired", "Retired"


class EmbeddingSpace(models.Model):
    """Vectors that may be compared with each other: one provider, model and dimension.

    And of one version of what of a passage is embedded.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    provider = models.CharField(max_length=32)
    model = models.CharField(max_length=255)
    dimension = models.PositiveIntegerField()
    # Which version of `embedding/texts.py` its first vectors were made by.
    texts = models.PositiveSmallIntegerField(default=1, editable=False)
    status = models.CharField(
        max_length=8, choices=SpaceStatus.choices, default=SpaceStatus.BUILDING
    )
    created_at = models.DateTimeField(default=timezone.now)
    activated_at = models.DateTimeField(null=True)
    # When an operator asked for this model by name, and over which one of the settings.
    chosen_at = models.DateTimeField(null=True, editable=False)
    chosen_over = models.CharField(max_length=300, blank=True, editable=False)
    # Since when an HNSW index holds its vectors; null while there are too few to need one.
    indexed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        db_table = "embedding_spaces"
        ordering = ["-created_at"]
        constraints = [
            choice_check("status", SpaceStatus, "embedding_spaces_status_known"),
            models.UniqueConstraint(
                fields=["provider", "model", "dimension", "texts"], name="embedding_spaces_unique"
            ),
            models.UniqueConstraint(
                fields=["status"],
                condition=models.Q(status="active"),
                name="embedding_spaces_one_active",
            ),
        ]

    def __str__(self) -> str:
        version = f", texts {self.texts}" if self.texts > 1 else ""
        return f"{self.provider} {self.model} ({self.dimension}{version})"
