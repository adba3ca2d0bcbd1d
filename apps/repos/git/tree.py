"""What a commit holds, read from the mirror: never from a checked-out tree."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path

from apps.repos.git.command import run_git, start_git


class EntryType(StrEnum):
    """What stands at a path."""

    FILE = "file"
    SYMLINK = "symlink"
    SUBMODULE = "submodule"


@dataclass(frozen=True, slots=True)
class Commit:
    """A commit with its tree and its committer's time."""

    id: str
    tree_id: str
    committed_at: datetime


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One path of a tree. ``raw`` are its bytes, ``path`` the same as text or None if no UTF-8.

    ``size`` is that of the blob in bytes (0 for a submodule).
    """

    raw: bytes
    path: str | None
    type: EntryType
    blob_id: str
    size: int


@dataclass(frozen=True, slots=True)
class Rename:
    """A file that moved; ``similarity`` 0..1 compares its text before and after."""

    old: str
    new: str
    similarity: float


# Some half a million files; a few kilobytes of repository can spell out billions.
LONGEST_LISTING = 64 * 1024 * 1024
_TYPES = {b"120000": EntryType.SYMLINK, b"160000": EntryType.SUBMODULE}
# Files on either side of a renaming beyond which git only pairs equal ones.
_RENAME_LIMIT = 2000


def read_commit(mirror: Path, name: str) -> Commit:
    """The commit of that name or id. Raises `SourceRefusedError` when there is none."""
    out = run_git(
        ["--git-dir", str(mirror), "log", "-1", "--format=%H %T %ct", "--end-of-options", name]
    )
    commit_id, tree_id, seconds = out.decode().split()
    return Commit(commit_id, tree_id, datetime.fromtimestamp(int(seconds), UTC))


def list_tree(mirror: Path, tree_id: str) -> list[TreeEntry]:
    """Every path below a tree, in git's order (by bytes)."""
    out = run_git(
        ["--git-dir", str(mirror), "ls-tree", "-r", "-z", "-l", "--full-tree", tree_id],
        most_bytes=LONGEST_LISTING,
    )
    return [_entry(line) for line in out.split(b"\0") if line]


def _entry(line: bytes) -> TreeEntry:
    facts, _, raw = line.partition(b"\t")
    mode, _, blob_id, size = facts.split()
    try:
        path: str | None = raw.decode()
    except UnicodeDecodeError:
        path = None
    kind = _TYPES.get(mode, EntryType.FILE)
    return TreeEntry(raw, path, kind, blob_id.decode(), 0 if size == b"-" else int(size))


def find_renames(mirror: Path, old_tree: str, new_tree: str) -> Iterator[Rename]:
    """Files that git takes for moved between two trees, equal or similar by at least half.

    The method is git's own (gitdiffcore, "Detecting Renames").
    """
    out = run_git(
        [
            *("--git-dir", str(mirror), "diff-tree", "-r", "-z", "-M50%", f"-l{_RENAME_LIMIT}"),
            *("--diff-filter=R", "--no-ext-diff", old_tree, new_tree),
        ]
    )
    parts = out.split(b"\0")
    for facts, old, new in zip(parts[0::3], parts[1::3], parts[2::3], strict=False):
        score = facts.rpartition(b" R")[2]
        try:
            yield Rename(old.decode(), new.decode(), int(score) / 100)
        except UnicodeDecodeError:
            continue


def has_object(mirror: Path, object_id: str) -> bool:
    """Whether the mirror holds that commit, tree or blob."""
    if not object_id or not mirror.is_dir():
        return False
    with start_git(["--git-dir", str(mirror), "cat-file", "-e", object_id]) as process:
        return process.wait() == 0
