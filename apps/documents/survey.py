"""What a commit holds against what is indexed: discovery and plan, before any file is parsed."""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from apps.documents.building import current_fingerprint
from apps.documents.discovery.files import Discovery, DiscoveryOptions, discover
from apps.documents.discovery.kinds import API_SUFFIXES, suffix_of
from apps.documents.models import DocumentKind, RepoDocument
from apps.documents.planning import Plan, StoredDocument, make_plan
from apps.documents.targets import LINKING_VERSION
from apps.repos.git.blobs import BlobReader
from apps.repos.git.mirror import Mirror
from apps.repos.git.tree import Commit, TreeEntry, find_renames, list_tree
from apps.repos.globs import GlobSet
from apps.repos.models import Repository
from apps.text.formats.openapi.sniff import SNIFFED_BYTES, is_openapi


@dataclass(frozen=True, slots=True)
class Survey:
    """The files of a commit that are documents, and what a sync has to do about them."""

    discovery: Discovery
    plan: Plan
    stored: Sequence[StoredDocument]


def survey_commit(
    repository: Repository, commit: Commit, mirror: Mirror, blobs: BlobReader
) -> Survey:
    """Discover and plan. Raises `MirrorMissingError` when the mirror is damaged."""
    stored = stored_documents(repository)
    has_old = bool(repository.tree_id) and mirror.holds(repository.tree_id)
    old_tree = repository.tree_id if has_old else ""
    look = _api_check(repository, mirror, blobs, stored, old_tree)
    discovery = discover(
        list_tree(mirror.path, commit.tree_id), discovery_options(repository), look
    )
    renames = {}
    if old_tree and {one.path for one in stored} - {file.path for file in discovery.files}:
        found = find_renames(mirror.path, old_tree, commit.tree_id)
        renames = {rename.new: rename for rename in found}
    plan = make_plan(discovery.files, stored, fingerprint=current_fingerprint(), renames=renames)
    return Survey(discovery, plan, stored)


def discovery_options(repository: Repository) -> DiscoveryOptions:
    """The repository's own settings."""
    return DiscoveryOptions(
        include=GlobSet.parse(repository.include_globs),
        exclude=GlobSet.parse(repository.exclude_globs),
        excluded_buckets=frozenset(repository.excluded_buckets),
        max_file_bytes=repository.max_file_bytes,
    )


def index_fingerprint(repository: Repository) -> str:
    """What the whole index of a repository depends on besides its tree."""
    parts = (
        current_fingerprint(),
        LINKING_VERSION,
        repository.include_globs,
        repository.exclude_globs,
        sorted(repository.excluded_buckets),
        repository.max_file_bytes,
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


def stored_documents(repository: Repository) -> list[StoredDocument]:
    """The indexed documents, without their texts."""
    rows = RepoDocument.objects.filter(repository=repository).order_by("path")
    # Tuples, in the order of the fields: a model row costs far more to make.
    found = rows.values_list(
        *("pk", "path", "slug", "title", "kind", "bucket", "blob_id", "fingerprint"),
        *("edited_at", "labels", "aliases"),
    )
    return [
        StoredDocument(pk, path, slug, title, kind, bucket, blob_id, built_by, at, (*also,), labels)
        for pk, path, slug, title, kind, bucket, blob_id, built_by, at, labels, also in found
    ]


def _api_check(
    repository: Repository,
    mirror: Mirror,
    blobs: BlobReader,
    stored: list[StoredDocument],
    old_tree: str,
) -> Callable[[TreeEntry], bool]:
    """Tells API descriptions by their content; what the last sync looked at is not read again."""
    known: dict[str, bool] = {}
    if old_tree and repository.fingerprint == index_fingerprint(repository):
        entries = list_tree(mirror.path, old_tree)
        known = {e.blob_id: False for e in entries if suffix_of(e.path or "") in API_SUFFIXES}
        known |= {
            document.blob_id: True
            for document in stored
            if document.kind == DocumentKind.REPO_DOC and suffix_of(document.path) in API_SUFFIXES
        }

    def look(entry: TreeEntry) -> bool:
        if entry.blob_id not in known:
            head = blobs.read(entry.blob_id)[:SNIFFED_BYTES].decode("utf-8", "replace")
            known[entry.blob_id] = is_openapi(head)
        return known[entry.blob_id]

    return look
