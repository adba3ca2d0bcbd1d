"""Running git: by argument list, in clean surroundings, within limits of time and disk."""

import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO

from apps.repos.git.environment import git_environment
from apps.repos.git.errors import SourceRefusedError, SourceUnavailableError, error_of

LOCAL_SECONDS = 120.0
POLL_SECONDS = 0.25
MOST_OUTPUT = 256 * 1024 * 1024
PIECE = 64 * 1024


def run_git(
    arguments: Sequence[str | bytes],
    *,
    environment: Mapping[str, str] | None = None,
    seconds: float = LOCAL_SECONDS,
    watch: Callable[[], None] | None = None,
    most_bytes: int = MOST_OUTPUT,
) -> bytes:
    """The output of one git command.

    ``watch`` is called a few times a second and stops the process by raising. Raises
    `SourceRefusedError` or `SourceUnavailableError` when git fails, takes longer than ``seconds``
    or says more than ``most_bytes``.
    """
    with start_git(arguments, environment=environment, stderr=subprocess.PIPE) as process:
        try:
            output, said = _Output(process, most_bytes).wait(seconds, watch)
        except BaseException:
            process.kill()
            raise
    if process.returncode:
        raise error_of(said)
    return output


def start_git(
    arguments: Sequence[str | bytes],
    *,
    environment: Mapping[str, str] | None = None,
    stdin: int = subprocess.DEVNULL,
    stderr: int = subprocess.DEVNULL,
) -> "subprocess.Popen[bytes]":
    """A running git process; its caller waits for it."""
    return subprocess.Popen(
        ["git", *arguments],
        env=git_environment() if environment is None else dict(environment),
        stdin=stdin,
        stdout=subprocess.PIPE,
        stderr=stderr,
        start_new_session=True,
    )


class _Output:
    """Gathers what a process says, in threads, up to a ceiling at which the process is killed."""

    def __init__(self, process: "subprocess.Popen[bytes]", most: int) -> None:
        self.process = process
        self.left = most
        self.pieces: tuple[list[bytes], list[bytes]] = ([], [])
        streams = (process.stdout, process.stderr)
        self.threads = [
            threading.Thread(target=self._gather, args=pair, daemon=True)
            for pair in zip(streams, self.pieces, strict=True)
        ]

    def wait(self, seconds: float, watch: Callable[[], None] | None) -> tuple[bytes, bytes]:
        """Standard output and error output, once the process has ended."""
        deadline = time.monotonic() + seconds
        for thread in self.threads:
            thread.start()
        while (alive := next((one for one in self.threads if one.is_alive()), None)) is not None:
            left = deadline - time.monotonic()
            if left <= 0:
                raise SourceUnavailableError(f"git did not finish within {seconds:.0f} seconds.")
            alive.join(min(left, POLL_SECONDS) if watch else left)
            if watch is not None:
                watch()
        self.process.wait()
        if self.left < 0:
            raise SourceRefusedError("git answered with more than can be read.")
        return b"".join(self.pieces[0]), b"".join(self.pieces[1])

    def _gather(self, stream: IO[bytes], pieces: list[bytes]) -> None:
        while piece := stream.read1(PIECE):  # type: ignore[attr-defined]
            self.left -= len(piece)
            if self.left < 0:
                self.process.kill()
                return
            pieces.append(piece)


def folder_bytes(folder: Path) -> int:
    """Size of all files below a folder; what vanishes meanwhile counts nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat(follow_symlinks=False).st_size
        except OSError:
            continue
    return total
