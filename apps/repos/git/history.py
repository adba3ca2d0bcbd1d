"""The commit that last touched a file."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from apps.access.errors import DomainError
from apps.repos.git.command import run_git

SECONDS = 2.0
LONGEST_SUBJECT = 200


@dataclass(frozen=True, slots=True)
class Touch:
    """A commit with its author's name and the first line of its message."""

    commit_id: str
    author: str
    subject: str


def last_touch(mirror: Path, commit_id: str, path: str) -> Touch | None:
    """The last commit up to ``commit_id`` that touched a path, as far as the history goes.

    None when git cannot tell, or not within two seconds. In a shallow history its first commit
    counts as touching all it holds.
    """
    if "\0" in path or not mirror.is_dir():
        return None
    try:
        return _asked(mirror, commit_id, path)
    except DomainError:
        return None


@lru_cache(maxsize=4096)
def _asked(mirror: Path, commit_id: str, path: str) -> Touch | None:
    """History does not change below a commit, so its answers are kept."""
    out = run_git(
        [
            *("--git-dir", str(mirror), "--literal-pathspecs", "log", "-1", "--no-renames"),
            *("--format=%H%x00%an%x00%s", "--end-of-options", commit_id, "--", path),
        ],
        seconds=SECONDS,
    )
    parts = out.decode("utf-8", "replace").strip("\n").split("\0")
    return Touch(parts[0], parts[1], parts[2][:LONGEST_SUBJECT]) if len(parts) == 3 else None
