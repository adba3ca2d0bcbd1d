"""Puts what a sync has read in place of the old index, in one transaction."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from apps.access.errors import NotFoundError, UnavailableError
from apps.access.principals import Principal
from apps.documents.building import BuiltDocument, current_fingerprint
from apps.documents.discovery.files import SkippedFile
from apps.documents.models import RepoDocument
from apps.documents.page_links import store_page_links
from apps.documents.planning import Build, StoredDocument
from apps.documents.redirects import record_paths
from apps.documents.slugs import SlugRegister
from apps.documents.storing import Change, Stored, delete_rows, make_change, store_changes
from apps.documents.survey import Survey, index_fingerprint
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from apps.repos.git.tree import Commit
from apps.repos.models import Repository, Schedule


@dataclass(frozen=True, slots=True)
class Reading:
    """What was read: built documents, files that are no text, and times of the last edits."""

    built: Sequence[tuple[Build, BuiltDocument]] = ()
    failed: Sequence[tuple[Build, SkippedFile]] = ()
    edited: Mapping[str, datetime] = field(default_factory=dict)


def lock_repository(repository: Repository) -> Repository:
    """Hold the repository against other writers until the transaction ends.

    Raises `NotFoundError` when it was deleted, `UnavailableError` when its index is no longer the
    one that the work was planned on.
    """
    rows = Repository.objects.select_for_update(no_key=True)
    locked = rows.filter(pk=repository.pk, deleted_at=None).first()
    if locked is None:
        raise NotFoundError
    state = (repository.commit_id, repository.tree_id, repository.fingerprint)
    if (locked.commit_id, locked.tree_id, locked.fingerprint) != state:
        raise UnavailableError("Another sync has changed the index meanwhile.")
    return locked


def write_index(
    repository: Repository,
    commit: Commit,
    survey: Survey,
    reading: Reading,
    *,
    user: Principal,
) -> dict[str, int]:
    """Store the outcome of a sync; call it in a transaction. Returns the six counters."""
    removed = [*survey.plan.removed, *_unreadable(reading)]
    changes = _changes(repository, commit, survey, reading, removed=removed)
    delete_rows(RepoDocument, (document.id for document in removed))
    stored = store_changes(changes)
    _relabel(survey)
    copies = (path for _, file in survey.plan.relabelled for path in file.aliases)
    record_paths(repository, changes, removed, copies)
    is_fresh = repository.fingerprint != index_fingerprint(repository)
    store_page_links(repository, survey, changes, removed, is_fresh=is_fresh)
    settle(repository, commit)
    if stored.chunks:
        request_job(user=user, kind=JobKind.EMBED, source=repository)
    return _counters(survey, stored, len(removed))


def settle(repository: Repository, commit: Commit) -> None:
    """Note what is indexed now, and when the next sync is due; an uploaded zip has served."""
    archive, storage = repository.archive.name or "", repository.archive.storage
    now = timezone.now()
    interval = Schedule(repository.schedule).interval
    repository.commit_id, repository.tree_id = commit.id, commit.tree_id
    repository.committed_at, repository.synced_at = commit.committed_at, now
    repository.fingerprint = index_fingerprint(repository)
    repository.next_sync_at = None if interval is None else now + interval
    repository.archive = ""
    repository.save()
    if archive:
        transaction.on_commit(lambda: storage.delete(archive))


def _unreadable(reading: Reading) -> list[StoredDocument]:
    """Documents whose file is no text any more."""
    return [build.document for build, _ in reading.failed if build.document is not None]


def _changes(
    repository: Repository,
    commit: Commit,
    survey: Survey,
    reading: Reading,
    *,
    removed: Sequence[StoredDocument],
) -> list[Change]:
    gone = {document.id for document in removed}
    moving = {build.document.id for build, _ in reading.built if build.document and build.is_moved}
    slugs = SlugRegister(
        {
            document.slug: document.id
            for document in survey.stored
            if document.id not in gone and document.id not in moving
        }
    )
    fingerprint = current_fingerprint()
    return [
        make_change(
            repository,
            build,
            built,
            slugs=slugs,
            fingerprint=fingerprint,
            edited_at=reading.edited.get(build.file.path, commit.committed_at),
        )
        for build, built in reading.built
    ]


def _relabel(survey: Survey) -> None:
    rows = [
        RepoDocument(id=document.id, aliases=list(file.aliases), bucket=file.bucket)
        for document, file in survey.plan.relabelled
    ]
    RepoDocument.objects.bulk_update(rows, ["aliases", "bucket"], batch_size=500)


def _counters(survey: Survey, stored: Stored, deleted: int) -> dict[str, int]:
    return {
        "discovered_files": survey.discovery.matched,
        "indexed_documents": stored.documents,
        "indexed_chunks": stored.chunks,
        "unchanged_documents": survey.plan.unchanged,
        "deleted_documents": deleted,
        "replaced_files": stored.replaced,
    }
