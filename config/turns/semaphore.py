"""A counting semaphore that processes share, which serves those who wait in their order.

System V's (``semop(2)``, XSI in POSIX.1): whoever gives a place back hands it to the first who
waits, so nobody overtakes, and the kernel gives back the places of a process that was killed
(``SEM_UNDO``). Neither is true of Python's own semaphores or of file locks.
"""

import ctypes
import errno
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager

# From <sys/ipc.h> and <sys/sem.h> of Linux.
IPC_PRIVATE, IPC_RMID, SETVAL, SEM_UNDO = 0, 0, 16, 0x1000

# Of what computes for long, at once: while some wait for the database, others use the cores.
PLACES_PER_CORE = 3


class Change(ctypes.Structure):
    """``struct sembuf``."""

    _fields_ = (
        ("number", ctypes.c_ushort),
        ("by", ctypes.c_short),
        ("flags", ctypes.c_short),
    )


class Timespec(ctypes.Structure):
    """``struct timespec``."""

    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class Semaphore:
    """One that exists, by its number in the system. Only where `create` gives one."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.system = ctypes.CDLL(None, use_errno=True)

    @classmethod
    def create(cls, places: int) -> "Semaphore | None":
        """A new one, which stays until `remove`; none where the system has no such thing."""
        system = ctypes.CDLL(None, use_errno=True)
        # macOS cannot wait for a limited time.
        if not all(hasattr(system, name) for name in ("semget", "semctl", "semtimedop")):
            return None
        number = system.semget(IPC_PRIVATE, 1, 0o600)
        if number < 0 or system.semctl(number, 0, SETVAL, places) < 0:
            return None
        return cls(number)

    def remove(self) -> None:
        """Let it be gone; whoever waits goes on without a place."""
        self.system.semctl(self.number, 0, IPC_RMID)

    def take(self, seconds: float) -> bool:
        """Wait for a place; false when there was none in so many seconds, or it is gone."""
        end = time.monotonic() + seconds
        while (left := end - time.monotonic()) > 0:
            wait = Timespec(int(left), int(left % 1 * 1_000_000_000))
            if self.change(-1, wait) == 0:
                return True
            if ctypes.get_errno() != errno.EINTR:
                return False
        return False

    def give_back(self) -> None:
        """Give a place back that was taken."""
        self.change(1, None)

    def change(self, by: int, wait: Timespec | None) -> int:
        """``semtimedop``: 0, or -1 and errno says why."""
        change = Change(0, by, SEM_UNDO)
        limit = None if wait is None else ctypes.byref(wait)
        status: int = self.system.semtimedop(self.number, ctypes.byref(change), 1, limit)
        return status


@contextmanager
def shared_turns() -> Iterator[Semaphore | None]:
    """As many places as this machine's cores can use, gone at the end; none without such a thing.

    Some containers forbid it. Then requests are served as they come.
    """
    semaphore = Semaphore.create(PLACES_PER_CORE * (os.cpu_count() or 1))
    try:
        yield semaphore
    finally:
        if semaphore is not None:
            semaphore.remove()
