import uuid

from django.contrib.postgres.fields import ArrayField
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
    # The words of its name and of what it belongs to, lower-cased, for the fuzzy search.
    words = ArrayField(models.TextField(), default=list)
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
            GinIndex(fields=["words"], name="code_nodes_words"),
            GinIndex(fields=["name"], opclasses=["gin_trgm_ops"], name="code_nodes_fuzzy_name"),
            GinIndex(
                fields=["qualified_name"], opclasses=["gin_trgm_ops"], name="code_nodes_fuzzy"
            ),
        ]

    def __str__(self) -> str:
        return self.qualified_name


class CodeFileQuerySet(DerivedQuerySet["CodeFile"]):
    """Source files, readable like their repository."""

    parent = "repository"


class CodeFile(models.Model):
    """A source file whose symbols are stored as of one blob, or the reason why it has none."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    repository = models.ForeignKey(Repository, on_delete=models.CASCADE, related_name="code_files")
    path = models.CharField(max_length=2000)
    blob_id = models.CharField(max_length=64)
    language = models.CharField(max_length=32)
    symbol_count = models.PositiveIntegerField(default=0)
    skipped = models.CharField(max_length=200, blank=True)

    objects = CodeFileQuerySet.as_manager()

    class Meta:
        db_table = "code_files"
        ordering = ["path"]
        constraints = [
            models.UniqueConstraint(fields=["repository", "path"], name="code_files_path_unique"),
        ]

    def __str__(self) -> str:
        return self.path


class CodeIndexQuerySet(DerivedQuerySet["CodeIndex"]):
    """States of code indexes, readable like their repository."""

    parent = "repository"


class CodeIndex(models.Model):
    """Which tree the symbols of a repository are those of, and what is still to be linked."""

    repository = models.OneToOneField(
        Repository, on_delete=models.CASCADE, primary_key=True, related_name="code_index"
    )
    tree_id = models.CharField(max_length=64, blank=True)
    fingerprint = models.CharField(max_length=64, blank=True)
    # Names of symbols that came or went since documents were linked last.
    pending_names = ArrayField(models.TextField(), default=list)
    # The tree whose documents are linked.
    linked_tree_id = models.CharField(max_length=64, blank=True)
    linked_at = models.DateTimeField(null=True)

    objects = CodeIndexQuerySet.as_manager()

    class Meta:
        db_table = "code_indexes"

    def __str__(self) -> str:
        return f"Symbols of {self.repository_id}"
