"""Running git: by argument list, in clean surroundings, within limits of time and disk."""

import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from apps.repos.git.environment import git_environment
from apps.repos.git.errors import SourceUnavailableError, error_of

LOCAL_SECONDS = 120.0
POLL_SECONDS = 0.25


def run_git(
    arguments: Sequence[str | bytes],
    *,
    environment: Mapping[str, str] | None = None,
    seconds: float = LOCAL_SECONDS,
    watch: Callable[[], None] | None = None,
) -> bytes:
    """The output of one git command.

    ``watch`` is called a few times a second and stops the process by raising. Raises
    `SourceRefusedError` or `SourceUnavailableError` when git fails or takes longer than
    ``seconds``.
    """
    with start_git(arguments, environment=environment, stderr=subprocess.PIPE) as process:
        try:
            output, said = _wait(process, seconds, watch)
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


def _wait(
    process: "subprocess.Popen[bytes]", seconds: float, watch: Callable[[], None] | None
) -> tuple[bytes, bytes]:
    deadline = time.monotonic() + seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0:
            raise SourceUnavailableError(f"git did not finish within {seconds:.0f} seconds.")
        try:
            return process.communicate(timeout=min(left, POLL_SECONDS) if watch else left)
        except subprocess.TimeoutExpired:
            if watch is not None:
                watch()


def folder_bytes(folder: Path) -> int:
    """Size of all files below a folder; what vanishes meanwhile counts nothing."""
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat(follow_symlinks=False).st_size
        except OSError:
            continue
    return total
