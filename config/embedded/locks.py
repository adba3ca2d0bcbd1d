"""File locks (flock): released by the kernel when their process dies, however it dies."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def open_lock(path: Path) -> int:
    """A descriptor for a lock file, made if missing (mode 0600); the caller closes it.

    A file made by root in somebody else's folder is given to that folder's owner, who may start
    the same cluster later.
    """
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    if os.geteuid() == 0:
        folder = path.parent.stat()
        os.fchown(descriptor, folder.st_uid, folder.st_gid)
    return descriptor


def try_lock(descriptor: int) -> bool:
    """Take the lock for this descriptor alone; false when anybody else holds it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def share_lock(descriptor: int) -> None:
    """Hold the lock together with others, waiting for an exclusive holder to go."""
    fcntl.flock(descriptor, fcntl.LOCK_SH)


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold a lock file alone for the length of the block, waiting for it if need be."""
    descriptor = open_lock(path)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        yield
    finally:
        os.close(descriptor)
