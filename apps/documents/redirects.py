"""Old paths of documents: where they lead, and that something stood there."""

from collections.abc import Iterable, Sequence

from apps.documents.models import DocumentRedirect
from apps.documents.planning import Build, StoredDocument
from apps.documents.storing import Change
from apps.repos.models import Repository


def record_paths(
    repository: Repository,
    changes: Sequence[Change],
    removed: Sequence[StoredDocument],
    copies: Iterable[str] = (),
) -> None:
    """Note where moved documents went and that removed ones are gone; live paths need no note.

    ``copies`` are further paths that lead to a document: aliases of those that did not change.
    """
    live = {path for change in changes for path in (change.row.path, *change.row.aliases)}
    live |= set(copies)
    if live:
        DocumentRedirect.objects.filter(repository=repository, path__in=live).delete()
    rows = [*_moved(repository, changes), *_gone(repository, removed)]
    DocumentRedirect.objects.bulk_create(
        [row for row in rows if row.path not in live],
        update_conflicts=True,
        unique_fields=["repository", "path"],
        update_fields=["slug", "document", "similarity", "created_at"],
    )


def _moved(repository: Repository, changes: Iterable[Change]) -> Iterable[DocumentRedirect]:
    for change in changes:
        build: Build = change.build
        if build.document is not None and build.is_moved:
            yield DocumentRedirect(
                repository=repository,
                path=build.document.path,
                slug=build.document.slug,
                document=change.row,
                similarity=build.similarity,
            )


def _gone(repository: Repository, removed: Iterable[StoredDocument]) -> Iterable[DocumentRedirect]:
    for document in removed:
        yield DocumentRedirect(
            repository=repository,
            path=document.path,
            slug=document.slug,
            document=None,
            similarity=0,
        )
