import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from apps.access.principals import Principal, acting_token
from apps.access.querysets import NOTHING, AccessQuerySet, Action
from apps.collections.models.collections import Collection
from apps.collections.models.documents import Document


class DraftQuerySet(AccessQuerySet["Draft"]):
    """Drafts: each is its author's alone, as long as the author can read the collection."""

    def access_rule(self, user: Principal, action: Action) -> Q:
        """One's own; it may also be thrown away by whoever may no longer publish it.

        Nobody shares a draft, and a token that only reads removes none.
        """
        if not user.pk or action is Action.SHARE:
            return NOTHING
        token = acting_token(user)
        if action is not Action.READ and token is not None and not token.may_write:
            return NOTHING
        wanted = Action.WRITE if action is Action.WRITE else Action.READ
        return Q(author=user.pk, collection__in=Collection.objects.allowing(user, wanted))


class Draft(models.Model):
    """Text that its author has not published: an edit of a document, or a new page."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    author = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="drafts"
    )
    collection = models.ForeignKey(Collection, on_delete=models.CASCADE, related_name="drafts")
    # None for a new page, and for an edit of a document that somebody has deleted since.
    document = models.ForeignKey(
        Document, on_delete=models.SET_NULL, null=True, related_name="drafts"
    )
    source_key = models.CharField(max_length=500, blank=True)
    title = models.CharField(max_length=500, blank=True)
    content = models.TextField(blank=True)
    message = models.CharField(max_length=300, blank=True)
    # The version the author began with; 0 for a new page.
    base_version = models.PositiveIntegerField(default=0)
    # Counts what has been kept, so that no tab writes over what another has kept.
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField(default=timezone.now)

    objects = DraftQuerySet.as_manager()

    class Meta:
        db_table = "md_drafts"
        ordering = ["-updated_at"]
        constraints = [
            models.UniqueConstraint(
                fields=["author", "document"],
                condition=Q(document__isnull=False),
                name="md_drafts_one_per_document",
            ),
            models.UniqueConstraint(
                fields=["author", "collection", "source_key"],
                condition=Q(document__isnull=True),
                name="md_drafts_one_per_new_key",
            ),
        ]

    def __str__(self) -> str:
        return self.title or self.source_key or "New page"
