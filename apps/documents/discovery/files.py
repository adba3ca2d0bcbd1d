"""Discovery: the documents among the files of a tree, and what was left out, with reasons."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from apps.documents.discovery.buckets import bucket_of
from apps.documents.discovery.kinds import classify, may_be_api
from apps.documents.models import Bucket, DocumentKind
from apps.repos.git.tree import EntryType, TreeEntry
from apps.repos.globs import GlobSet

LONGEST_PATH = 1000
# Trees are walked and written folder by folder; nobody's documentation lies so deep.
MOST_FOLDERS = 50
# Files below this are not worth an alias: two empty pages are two pages.
SMALLEST_COPY = 20
# Git itself makes no such names, but reads them.
_LEADING_OUT = frozenset({"", ".", ".."})
_UNFOLLOWED = {EntryType.SUBMODULE: "Submodules", EntryType.SYMLINK: "Symbolic links"}
_KIND_ORDER = {kind: place for place, kind in enumerate(DocumentKind)}


@dataclass(frozen=True, slots=True)
class DiscoveryOptions:
    """What a repository's settings let in."""

    include: GlobSet
    exclude: GlobSet
    excluded_buckets: frozenset[str]
    max_file_bytes: int


@dataclass(frozen=True, slots=True)
class FoundFile:
    """One file to index, with the paths of its byte-identical copies."""

    path: str
    kind: DocumentKind
    bucket: Bucket
    blob_id: str
    size: int
    aliases: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """A file that would be a document but is not indexed, and why."""

    path: str
    reason: str

    def as_dict(self) -> dict[str, str]:
        """For JSON."""
        return {"path": self.path, "reason": self.reason}


@dataclass(frozen=True, slots=True)
class Discovery:
    """What a tree holds: documents by path, what was skipped, and how many files were matched."""

    files: tuple[FoundFile, ...]
    skipped: tuple[SkippedFile, ...]
    matched: int


def discover(
    entries: Iterable[TreeEntry], options: DiscoveryOptions, is_api: Callable[[TreeEntry], bool]
) -> Discovery:
    """Classify the entries of a tree. ``is_api`` looks into a file that may be an API description.

    The outcome depends on the tree and the options only, not on what was indexed before.
    """
    found: list[FoundFile] = []
    skipped: list[SkippedFile] = []
    matched = 0
    for entry in entries:
        path = entry.path if entry.path is not None else entry.raw.decode("utf-8", "replace")
        if not _LEADING_OUT.isdisjoint(path.split("/")):
            skipped.append(SkippedFile(path[:LONGEST_PATH], "The path leads out of its folder."))
            continue
        kind, is_unclear = classify(path), may_be_api(path)
        if kind is None and not is_unclear and entry.type is not EntryType.SUBMODULE:
            continue
        if (reason := _refusal(entry, path, options)) is not None:
            if kind is not None or entry.type is EntryType.SUBMODULE:
                skipped.append(SkippedFile(path[:LONGEST_PATH], reason))
            continue
        if is_unclear and is_api(entry):
            kind = DocumentKind.REPO_DOC
        if kind is None:
            continue
        matched += 1
        found.append(FoundFile(path, kind, bucket_of(path), entry.blob_id, entry.size))
    return Discovery(tuple(_without_copies(found)), tuple(skipped), matched)


def _refusal(entry: TreeEntry, path: str, options: DiscoveryOptions) -> str | None:
    """Why an entry is left out before anybody looks into it; None for one that is not."""
    if entry.type is not EntryType.FILE:
        return f"{_UNFOLLOWED[entry.type]} are not followed."
    if (reason := _path_refusal(entry, path)) is not None:
        return reason
    if options.include and not options.include.matches(path):
        return "Not among the included."
    if options.exclude.matches(path):
        return "Excluded by a pattern."
    if bucket_of(path) in options.excluded_buckets:
        return "Its place in the tree is excluded."
    if entry.size > options.max_file_bytes:
        return f"The file has {entry.size} bytes; the limit is {options.max_file_bytes}."
    return None


def _path_refusal(entry: TreeEntry, path: str) -> str | None:
    if entry.path is None:
        return "The path is not UTF-8."
    if len(path) > LONGEST_PATH:
        return f"The path is longer than {LONGEST_PATH} characters."
    if path.count("/") > MOST_FOLDERS:
        return f"The path has more than {MOST_FOLDERS} folders."
    return None


def _without_copies(found: Iterable[FoundFile]) -> list[FoundFile]:
    """One file for each content; the others become its aliases.

    Documents come before examples, shallow paths before deep ones.
    """
    groups: dict[str, list[FoundFile]] = {}
    for file in found:
        key = file.blob_id if file.size >= SMALLEST_COPY else file.path
        groups.setdefault(key, []).append(file)
    chosen = []
    for group in groups.values():
        first, *copies = sorted(group, key=_preference)
        aliases = tuple(sorted(copy.path for copy in copies))
        chosen.append(
            FoundFile(first.path, first.kind, first.bucket, first.blob_id, first.size, aliases)
        )
    return sorted(chosen, key=lambda file: file.path)


def _preference(file: FoundFile) -> tuple[int, int, str]:
    return _KIND_ORDER[file.kind], file.path.count("/"), file.path
