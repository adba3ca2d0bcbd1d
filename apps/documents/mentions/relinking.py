"""Brings symbols and mentions of a repository up to its indexed tree."""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass

from django.db import transaction
from django.utils import timezone

from apps.access.principals import Principal
from apps.access.querysets import Action
from apps.documents.indexing import lock_repository
from apps.documents.mentions.contexts import state_of
from apps.documents.mentions.linking import link_documents, store_links
from apps.documents.mentions.targets import SymbolNames, known_modules
from apps.documents.models import DocumentCode, Mention, RepoDocument
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.repos.code.scanning import code_fingerprint, scan_code
from apps.repos.code.storing import store_code
from apps.repos.fetching import mirror_of
from apps.repos.models import CodeIndex, CodeSymbol, Repository

SLICE = 50
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Relinked:
    """What a relink did: files read, documents linked; and what there is now."""

    read_files: int
    linked_documents: int
    symbols: int
    mentions: int

    def as_dict(self) -> dict[str, int]:
        """For JSON."""
        return asdict(self)


def relink_repository(
    *,
    user: Principal,
    repository_id: uuid.UUID,
    is_forced: bool = False,
    on_progress: Progress = lambda *_: None,
) -> Relinked:
    """Find symbols in changed files, then link changed documents and those that name what changed.

    ``is_forced`` links every document anew. Each slice is committed by itself, so that a run that
    is cut off is taken up by the next. Raises `NotFoundError`, `ForbiddenError`,
    `MirrorMissingError`, `UnavailableError` when a sync changes the index meanwhile.
    """
    repository = Repository.objects.find(user=user, action=Action.WRITE, pk=repository_id)
    if not repository.tree_id:
        return Relinked(0, 0, 0, 0)
    read_files = _update_symbols(repository, on_progress)
    if is_forced:
        DocumentCode.objects.filter(document__repository=repository).update(state="")
    linked = _link_stale(repository, on_progress)
    return Relinked(
        read_files,
        linked,
        CodeSymbol.objects.filter(repository=repository).count(),
        Mention.objects.filter(chunk__document__repository=repository, is_ambiguous=False).count(),
    )


def request_relink(*, user: Principal, repository: Repository) -> Job | None:
    """Queue a relink unless symbols and links are those of the indexed tree.

    The caller has checked that the user may write to the repository.
    """
    index = CodeIndex.objects.filter(repository=repository).first()
    state = (repository.tree_id, repository.tree_id, code_fingerprint())
    is_current = index and (index.tree_id, index.linked_tree_id, index.fingerprint) == state
    # The tree may be the same while its documents were cut anew.
    if index and is_current and not _stale_documents(repository, index.pending_names):
        return None
    return request_job(user=user, kind=JobKind.RELINK, source=repository, payload={"user": user.pk})


def _update_symbols(repository: Repository, on_progress: Progress) -> int:
    index = CodeIndex.objects.filter(repository=repository).first()
    is_fresh = index is None or index.fingerprint != code_fingerprint()
    if index is not None and not is_fresh and index.tree_id == repository.tree_id:
        return 0
    scan = scan_code(repository, mirror_of(repository), is_fresh=is_fresh, on_progress=on_progress)
    with transaction.atomic():
        store_code(lock_repository(repository), scan)
    return len(scan.files)


def _link_stale(repository: Repository, on_progress: Progress) -> int:
    index = CodeIndex.objects.get(repository=repository)
    stale = _stale_documents(repository, index.pending_names)
    symbols, modules = SymbolNames(repository), known_modules(repository)
    for start in range(0, len(stale), SLICE):
        rows = list(RepoDocument.objects.filter(pk__in=stale[start : start + SLICE]))
        on_progress(start, len(stale), rows[0].path if rows else "")
        found = link_documents(repository, rows, symbols, modules)
        with transaction.atomic():
            store_links(lock_repository(repository), found)
    with transaction.atomic():
        lock_repository(repository)
        index.pending_names, index.linked_tree_id = [], repository.tree_id
        index.linked_at = timezone.now()
        index.save()
    on_progress(len(stale), len(stale), "")
    return len(stale)


def _stale_documents(repository: Repository, names: list[str]) -> list[uuid.UUID]:
    """Documents that changed since they were linked, or that name what came or went."""
    rows = RepoDocument.objects.filter(repository=repository).order_by("path")
    columns = ("pk", "path", "content_hash", "fingerprint", "code__state")
    changed = {
        pk
        for pk, path, content_hash, fingerprint, state in rows.values_list(*columns)
        if state != state_of(path, content_hash, fingerprint)
    }
    touched = set(_naming(repository, names))
    return [pk for pk in rows.values_list("pk", flat=True) if pk in changed or pk in touched]


def _naming(repository: Repository, names: list[str]) -> Iterator[uuid.UUID]:
    rows = DocumentCode.objects.filter(document__repository=repository)
    yield from rows.filter(names__overlap=names).values_list("document_id", flat=True)
