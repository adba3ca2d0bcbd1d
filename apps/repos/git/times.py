"""When each file was last touched by a commit, as far as the mirror's history goes."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from apps.repos.git.command import start_git

# Commits looked at; what was not touched by any of them counts as old as the oldest.
MOST_COMMITS = 50_000
_PIECE = 64 * 1024


def edit_times(
    mirror: Path, commit_id: str, paths: Iterable[str], *, since: str = ""
) -> dict[str, datetime]:
    """Committer's time of the last commit that touched each path.

    With ``since``, only commits after that one are looked at. A path that none of them touched is
    missing in the answer. In a shallow history its first commit counts as touching all it holds.
    """
    wanted = {path.encode(): path for path in paths}
    found: dict[str, datetime] = {}
    if not wanted:
        return found
    span = f"{since}..{commit_id}" if since else commit_id
    process = start_git(
        [
            *("--git-dir", str(mirror), "log", f"--max-count={MOST_COMMITS}", "--no-renames"),
            *("--format=%x01%ct", "--name-only", "-z", "--no-ext-diff", "--end-of-options", span),
        ]
    )
    try:
        _read(process.stdout, wanted, found)
    finally:
        process.kill()
        process.communicate()
    return found


def _read(stream: IO[bytes] | None, wanted: dict[bytes, str], found: dict[str, datetime]) -> None:
    seconds = 0
    for part in _parts(stream):
        if part.startswith(b"\1"):
            seconds = int(part[1:])
        elif (path := wanted.pop(part.removeprefix(b"\n"), None)) is not None:
            found[path] = datetime.fromtimestamp(seconds, UTC)
            if not wanted:
                return


def _parts(stream: IO[bytes] | None) -> Iterator[bytes]:
    """Pieces of a stream between NULs."""
    rest = b""
    while stream is not None and (piece := stream.read(_PIECE)):
        *whole, rest = (rest + piece).split(b"\0")
        yield from whole
