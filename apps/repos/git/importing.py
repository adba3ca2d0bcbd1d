"""Files that come without git (a zip, a plain folder) become a commit of the mirror.

From there on everything is as with git: the same tree ids, the same reading, no second path.
"""

import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import IO

from apps.repos.git.command import start_git
from apps.repos.git.errors import error_of

INCOMING = "refs/pressmark/incoming"
AUTHOR = b"Pressmark <pressmark@localhost>"


def import_files(mirror: Path, files: Iterable[tuple[str, bytes]]) -> None:
    """Make a commit that holds exactly these paths, and let ``refs/pressmark/incoming`` name it.

    Written by ``git fast-import``. Raises whatever reading the files raises; the reference moves
    only when all of them are in.
    """
    process = start_git(
        ["--git-dir", str(mirror), "fast-import", "--quiet", "--force", "--done"],
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    try:
        if process.stdin is not None:
            _write(process.stdin, files)
        _, said = process.communicate()
    except BrokenPipeError:
        said = process.communicate()[1]
    except BaseException:
        process.kill()
        process.communicate()
        raise
    if process.returncode:
        raise error_of(said)


def _write(stream: IO[bytes], files: Iterable[tuple[str, bytes]]) -> None:
    stream.write(b"commit %s\n" % INCOMING.encode())
    stream.write(b"committer %s %d +0000\ndata 8\nimported\ndeleteall\n" % (AUTHOR, time.time()))
    for path, data in files:
        if ".git" in path.lower().split("/"):
            continue
        stream.write(b"M 100644 inline %s\ndata %d\n" % (_quoted(path), len(data)))
        stream.write(data)
        stream.write(b"\n")
    stream.write(b"done\n")


def _quoted(path: str) -> bytes:
    """The path as fast-import wants it: in quotes, with C escapes."""
    escaped = path.encode().replace(b"\\", b"\\\\").replace(b'"', b'\\"').replace(b"\n", b"\\n")
    return b'"' + escaped + b'"'
