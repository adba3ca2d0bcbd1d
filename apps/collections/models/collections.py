import contextlib
import unicodedata
import uuid

from django.db import models
from django.db.models.functions import Lower

from apps.access.models import GroupGrant, Source, UserGrant, grant_permissions, visibility_check
from apps.access.querysets import SourceQuerySet
from apps.text.marks import CollectionMark, Mark


class CollectionQuerySet(SourceQuerySet["Collection"]):
    """Collections."""

    def with_counts(self) -> "CollectionQuerySet":
        """Adds ``document_count``, by a subquery that leaves the order alone."""
        documents = self.model._meta.get_field("documents").related_model  # noqa: SLF001
        rows = documents._default_manager.filter(collection=models.OuterRef("pk")).order_by()  # noqa: SLF001
        count = models.Func(models.F("pk"), function="COUNT")
        return self.annotate(document_count=models.Subquery(rows.annotate(n=count).values("n")[:1]))

    def marked(self, mark: Mark) -> "CollectionQuerySet":
        """The collections a mark may mean, with ``mark_rank``: id, exact name, name in any case.

        The id first: a collection named like another one's id must not take its place.
        """
        if not isinstance(mark, CollectionMark):
            return self.none().annotate(mark_rank=models.Value(0))
        wanted = unicodedata.normalize("NFC", mark.name.strip())
        known = models.Q(name__iexact=wanted)
        with contextlib.suppress(ValueError):
            known |= models.Q(pk=uuid.UUID(wanted))
        rank = models.Case(
            models.When(name=wanted, then=1), models.When(name__iexact=wanted, then=2), default=0
        )
        with contextlib.suppress(ValueError):
            is_id = models.When(pk=uuid.UUID(wanted), then=0)
            rank = models.Case(is_id, models.When(name=wanted, then=1), default=2)
        return self.filter(known).annotate(mark_rank=rank)


class Collection(Source):
    """Curated Markdown documents with no repository of their own."""

    name = models.CharField(max_length=255)
    description = models.CharField(max_length=500, blank=True)

    objects = CollectionQuerySet.as_manager()

    class Meta:
        db_table = "md_collections"
        ordering = ["name", "id"]
        permissions = grant_permissions("collection")
        constraints = [
            visibility_check("md_collections_visibility_known"),
            models.CheckConstraint(
                condition=~models.Q(name=""), name="md_collections_name_not_empty"
            ),
            # Unique for one owner only: a name that is taken by a collection hidden from somebody
            # must not answer that somebody's "create" (docs/decisions/0004).
            models.UniqueConstraint(
                "owner",
                Lower("name"),
                name="md_collections_name_unique_per_owner",
                nulls_distinct=False,
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def mark(self) -> str:
        """``collection:NAME``."""
        return str(CollectionMark(self.name))


class CollectionGroupGrant(GroupGrant):
    """A group's grant on a collection."""

    content_object = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="group_grants"
    )

    class Meta(GroupGrant.Meta):
        db_table = "md_collection_group_grants"


class CollectionUserGrant(UserGrant):
    """A user's grant on a collection."""

    content_object = models.ForeignKey(
        Collection, on_delete=models.CASCADE, related_name="user_grants"
    )

    class Meta(UserGrant.Meta):
        db_table = "md_collection_user_grants"
