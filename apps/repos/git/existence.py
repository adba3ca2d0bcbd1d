"""Whether paths exist in a commit, asked one after the other."""

import subprocess
from pathlib import Path
from types import TracebackType
from typing import Self

from apps.repos.git.command import start_git

KINDS = {b"blob": "file", b"tree": "folder"}


class PathCheck:
    """Context manager around one ``git cat-file --batch-check``, started by the first question."""

    def __init__(self, mirror: Path, commit_id: str) -> None:
        self.mirror = mirror
        self.commit_id = commit_id
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

    def kind(self, path: str) -> str | None:
        """``file``, ``folder``, empty for nothing; None when the mirror cannot be asked."""
        if not path or "\n" in path:
            return ""
        if self._process is None:
            self._process = start_git(
                ["--git-dir", str(self.mirror), "cat-file", "--batch-check"],
                stdin=subprocess.PIPE,
            )
        asked, answers = self._process.stdin, self._process.stdout
        if asked is None or answers is None:
            return None
        try:
            asked.write(f"{self.commit_id}:{path}\n".encode())
            asked.flush()
        except (BrokenPipeError, UnicodeEncodeError):
            return None
        answer = answers.readline()
        if not answer:
            return None
        parts = answer.split()
        return KINDS.get(parts[1], "") if len(parts) == 3 else ""
