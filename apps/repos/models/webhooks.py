from django.db import models
from django.utils import timezone

from apps.access.querysets import DerivedQuerySet
from apps.repos.models.repositories import Repository


class WebhookDeliveryQuerySet(DerivedQuerySet["WebhookDelivery"]):
    """Deliveries, readable like their repository."""

    parent = "repository"


class WebhookDelivery(models.Model):
    """A signed message of a git host that was acted on; the same message is not acted on twice."""

    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="deliveries")
    digest = models.CharField(max_length=64)
    received_at = models.DateTimeField(default=timezone.now)

    objects = WebhookDeliveryQuerySet.as_manager()

    class Meta:
        db_table = "repo_webhook_deliveries"
        ordering = ["-received_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["repository", "digest"], name="repo_webhook_deliveries_once"
            ),
        ]

    def __str__(self) -> str:
        return self.digest
