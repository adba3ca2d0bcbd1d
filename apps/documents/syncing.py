"""A sync: fetch, compare, read what changed, and put the new index in place of the old one."""

import uuid
from collections.abc import Callable
from datetime import datetime

from django.db import transaction

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.documents.building import BuiltDocument, build_document
from apps.documents.collector import rare_collections
from apps.documents.discovery.files import SkippedFile
from apps.documents.discovery.texts import NoTextError
from apps.documents.indexing import Reading, lock_repository, settle, write_index
from apps.documents.mentions.relinking import request_relink
from apps.documents.models import RepoDocument
from apps.documents.planning import Build
from apps.documents.survey import Survey, index_fingerprint, survey_commit
from apps.repos.fetching import Fetched, mirror_of, refresh
from apps.repos.git.blobs import BlobReader
from apps.repos.git.times import edit_times
from apps.repos.git.tree import Commit
from apps.repos.models import Repository, RunStatus, SyncRun
from apps.repos.runs import fail_run, finish_run, start_run
from apps.text.errors import TextError

Progress = Callable[[int, int, str], None]


def sync_repository(
    *,
    user: Principal,
    repository_id: uuid.UUID,
    on_progress: Progress = lambda *_: None,
    check: Callable[[], None] = lambda: None,
) -> SyncRun:
    """Bring the index of a repository up to date; the run tells what was done.

    Nothing is read when neither tree nor settings have changed. ``check`` is called often and may
    raise to stop. Whatever fails, the index stays as it was, and the run keeps the reason. Raises
    `NotFoundError`, `ForbiddenError`, `SourceRefusedError`, `SourceUnavailableError` (also when a
    sync is under way), `MirrorMissingError`, `ArchiveError`.
    """
    repository = Repository.objects.find(user=user, action=Action.WRITE, pk=repository_id)
    with mirror_of(repository).locked():
        repository.refresh_from_db()
        run = start_run(repository)
        try:
            fetched = refresh(repository, check)
            if is_current(repository, fetched.commit):
                _note_unchanged(repository, fetched, run)
            else:
                _replace(repository, fetched, run, user=user, on_progress=on_progress, check=check)
            if not fetched.is_known:
                mirror_of(repository).keep(fetched.commit.id)
            repository.refresh_from_db()
            request_relink(user=user, repository=repository)
        except (DomainError, TextError) as error:
            fail_run(run, code=error.code, message=error.message)
            raise
        except BaseException as error:
            fail_run(run, code="FAILED", message=f"{type(error).__name__}: {error}")
            raise
    return run


def is_current(repository: Repository, commit: Commit) -> bool:
    """Whether the index is that of this tree, built by what would build it now."""
    state = (repository.tree_id, repository.fingerprint)
    return state == (commit.tree_id, index_fingerprint(repository))


def _note_unchanged(repository: Repository, fetched: Fetched, run: SyncRun) -> None:
    earlier = SyncRun.objects.filter(repository=repository, status=RunStatus.SUCCESS).first()
    with transaction.atomic():
        locked = lock_repository(repository)
        settle(locked, fetched.commit)
        counters = {
            "discovered_files": earlier.discovered_files if earlier else 0,
            "unchanged_documents": RepoDocument.objects.filter(repository=repository).count(),
        }
        finish_run(
            run,
            commit_id=fetched.commit.id,
            counters=counters,
            skipped=earlier.skipped if earlier else (),
            skipped_files=earlier.skipped_files if earlier else 0,
        )


@rare_collections()
def _replace(
    repository: Repository,
    fetched: Fetched,
    run: SyncRun,
    *,
    user: Principal,
    on_progress: Progress,
    check: Callable[[], None],
) -> None:
    mirror = mirror_of(repository)
    with BlobReader(mirror.path) as blobs:
        survey = survey_commit(repository, fetched.commit, mirror, blobs)
        reading = _read(repository, fetched.commit, survey, blobs, on_progress)
    skipped = [
        *survey.discovery.skipped,
        *(one for _, one in reading.failed),
        *(SkippedFile(path, reason) for path, reason in fetched.skipped),
    ]
    check()
    with transaction.atomic():
        locked = lock_repository(repository)
        counters = write_index(locked, fetched.commit, survey, reading, user=user)
        finish_run(
            run,
            commit_id=fetched.commit.id,
            counters=counters,
            skipped=[one.as_dict() for one in skipped],
        )
        check()


def _read(
    repository: Repository,
    commit: Commit,
    survey: Survey,
    blobs: BlobReader,
    on_progress: Progress,
) -> Reading:
    """Read and cut the files that changed, and nothing else."""
    built: list[tuple[Build, BuiltDocument]] = []
    failed: list[tuple[Build, SkippedFile]] = []
    builds = survey.plan.builds
    contents = blobs.read_all(build.file.blob_id for build in builds)
    for number, (build, data) in enumerate(zip(builds, contents, strict=True)):
        on_progress(number, len(builds), build.file.path)
        try:
            built.append((build, build_document(build.file, data)))
        except NoTextError as error:
            failed.append((build, SkippedFile(build.file.path, error.reason)))
    on_progress(len(builds), len(builds), "")
    return Reading(built, failed, _edit_times(repository, commit, [build for build, _ in built]))


def _edit_times(repository: Repository, commit: Commit, builds: list[Build]) -> dict[str, datetime]:
    """When each file was last edited: known already, or told by the history."""
    known = {
        build.file.path: build.document.edited_at
        for build in builds
        if build.document is not None
        and (build.document.path, build.document.blob_id) == (build.file.path, build.file.blob_id)
    }
    mirror = mirror_of(repository)
    asked = {build.file.path for build in builds} - known.keys()
    since = repository.commit_id if mirror.holds(repository.commit_id) else ""
    found = edit_times(mirror.path, commit.id, asked, since=since) if since else {}
    found |= edit_times(mirror.path, commit.id, asked - found.keys())
    return found | known
