from uuid import UUID

from django.db import models

from apps.access.querysets import SourceBoundQuerySet


class PassageTallyQuerySet(SourceBoundQuerySet["PassageTally"]):
    """Changes of counts, readable like their source."""


class PassageTally(models.Model):
    """By how much a statement changed the number of a source's passages, or of their vectors.

    The database's own triggers add a row for each statement that adds or removes some, so the sum
    is always exact and nobody waits for anybody; `compact_tallies` sums rows up. Counting a million
    passages for every search would take longer than the search.
    """

    source_id = models.UUIDField()
    # The space whose vectors are counted (each passage once); null for the passages themselves.
    space_id: "models.UUIDField[UUID | None, UUID | None]" = models.UUIDField(null=True)
    change = models.BigIntegerField()

    objects = PassageTallyQuerySet.as_manager()

    class Meta:
        db_table = "passage_tallies"
        indexes = [
            models.Index(
                fields=["source_id"], include=["space_id", "change"], name="passage_tallies_source"
            )
        ]

    def __str__(self) -> str:
        return f"{self.source_id} {self.change:+}"
