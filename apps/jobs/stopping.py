"""Whether the cluster has been told to stop: one byte of memory that its processes share."""

import mmap

# Made at import, so before the cluster forks; a byte is written whole, so it needs no lock.
_FLAG = mmap.mmap(-1, 1)


def announce_stop() -> None:
    """Let every process of this cluster know that it should come to an end."""
    _FLAG[0] = 1


def is_stopping() -> bool:
    """Whether the end was announced; jobs then yield, and no new one is begun."""
    return bool(_FLAG[0])
