import uuid

from django.contrib.postgres.indexes import GinIndex
from django.db import models

from apps.access.querysets import DerivedQuerySet
from apps.repos.models.repositories import Repository


class CodeSymbolQuerySet(DerivedQuerySet["CodeSymbol"]):
    """Symbols, readable like their repository."""

    parent = "repository"


class CodeSymbol(models.Model):
    """A class, function, method, constant … found in a source file of a repository."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="symbols")
    kind = models.CharField(max_length=32)
    name = models.CharField(max_length=255)
    qualified_name = models.CharField(max_length=1000)
    language = models.CharField(max_length=32)
    signature = models.TextField(blank=True)
    summary = models.CharField(max_length=500, blank=True)
    path = models.CharField(max_length=2000)
    start_line = models.PositiveIntegerField()
    end_line = models.PositiveIntegerField()

    objects = CodeSymbolQuerySet.as_manager()

    class Meta:
        db_table = "code_nodes"
        ordering = ["path", "start_line", "id"]
        constraints = [
            models.CheckConstraint(
                condition=models.Q(end_line__gte=models.F("start_line")),
                name="code_nodes_lines_ordered",
            ),
        ]
        indexes = [
            models.Index(fields=["repository", "name"], name="code_nodes_by_name"),
            models.Index(fields=["repository", "path"], name="code_nodes_by_path"),
            GinIndex(
                fields=["qualified_name"], opclasses=["gin_trgm_ops"], name="code_nodes_fuzzy"
            ),
        ]

    def __str__(self) -> str:
        return self.qualified_name
