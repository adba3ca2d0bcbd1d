"""Contents of files, out of the mirror's object store."""

import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from apps.access.errors import TooLargeError
from apps.repos.git.command import start_git
from apps.repos.git.errors import MirrorMissingError

# Questions sent ahead of the answers; all of them fit into a pipe (65,536 bytes, pipe manual).
AHEAD = 64


class BlobReader:
    """Context manager around one ``git cat-file --batch``, which answers in 50 µs a blob."""

    def __init__(self, mirror: Path) -> None:
        self.mirror = mirror
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def read(self, blob_id: str, *, most: int | None = None) -> bytes:
        """The bytes of a blob. Raises `MirrorMissingError` when it is not there.

        Raises `TooLargeError` for one of more than ``most`` bytes, before any of them is read; the
        reader cannot be used after that.
        """
        self._ask(blob_id)
        return self._answer(most)

    def read_all(self, blob_ids: Iterable[str]) -> Iterator[bytes]:
        """The bytes of blobs in order, while git is at the next ones already. Raises as `read`.

        Take all of them before anything else is read.
        """
        waiting = 0
        for blob_id in blob_ids:
            self._ask(blob_id)
            waiting += 1
            if waiting > AHEAD:
                waiting -= 1
                yield self._answer(None)
        for _ in range(waiting):
            yield self._answer(None)

    def _started(self) -> "subprocess.Popen[bytes]":
        if self._process is None:
            self._process = start_git(
                ["--git-dir", str(self.mirror), "cat-file", "--batch"], stdin=subprocess.PIPE
            )
        return self._process

    def _ask(self, blob_id: str) -> None:
        asked = self._started().stdin
        if asked is None:
            raise MirrorMissingError("The mirror of this repository cannot be read.")
        try:
            asked.write(blob_id.encode() + b"\n")
            asked.flush()
        except BrokenPipeError:
            raise MirrorMissingError("The mirror of this repository cannot be read.") from None

    def _answer(self, most: int | None) -> bytes:
        answers = self._started().stdout
        if answers is None:
            raise MirrorMissingError("The mirror of this repository cannot be read.")
        head = answers.readline().split()
        if len(head) != 3:
            raise MirrorMissingError("The mirror lacks a file of this repository; sync it again.")
        if most is not None and int(head[2]) > most:
            raise TooLargeError(f"The file is larger than {most} bytes.")
        data = answers.read(int(head[2]))
        answers.read(1)
        return data


def blob_at(mirror: Path, commit_id: str, path: str) -> str | None:
    """The id of the file at a path of a commit; None when there is no regular file.

    Looked up entry by entry, so that symbolic links are never followed.
    """
    with start_git(
        ["--git-dir", str(mirror), "--literal-pathspecs", "ls-tree", "-z", "--full-tree",
         commit_id, "--", path]
    ) as process:  # fmt: skip
        out, _ = process.communicate()
    for line in out.split(b"\0"):
        facts, _, raw = line.partition(b"\t")
        parts = facts.split()
        if len(parts) == 3 and raw == path.encode() and parts[0] in {b"100644", b"100755"}:
            return parts[2].decode()
    return None
