"""Removing a deleted repository: rows in slices, then its mirror, then its own row."""

import uuid
from collections.abc import Mapping

from apps.documents.models import RepoDocument
from apps.documents.storing import delete_rows
from apps.jobs.run import JobRun, Yielded
from apps.repos.fetching import mirror_of
from apps.repos.models import CodeSymbol, Repository

SLICE = 200


def purge_repository(*, repository_id: uuid.UUID, run: JobRun) -> Mapping[str, object] | Yielded:
    """Remove everything of a repository that `delete_repository` has hidden.

    Each slice is committed by itself, so a killed worker loses nothing; yields to others. Does
    nothing when the repository is gone or not deleted.
    """
    repository = Repository.objects.filter(pk=repository_id, deleted_at__isnull=False).first()
    if repository is None:
        return {"documents": 0}
    removed = 0
    rows = RepoDocument.objects.filter(repository=repository).order_by("path")
    total = rows.count()
    while ids := list(rows.values_list("pk", flat=True)[:SLICE]):
        delete_rows(RepoDocument, ids)
        removed += len(ids)
        run.progress(removed, total)
        if run.should_yield():
            return Yielded()
    symbols = CodeSymbol.objects.filter(repository=repository).values_list("pk", flat=True)
    delete_rows(CodeSymbol, symbols)
    if repository.archive:
        repository.archive.delete(save=False)
    mirror_of(repository).remove()
    repository.delete()
    return {"documents": removed}
