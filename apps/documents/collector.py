"""Fewer runs of Python's cyclic garbage collector while an index is built."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

# New objects after which the young ones are looked through, and how many of those rounds after
# which the older ones are (gc module, `set_threshold`).
RARELY = (100_000, 50, 1000)


class _Users:
    """How many threads want few runs at the moment, and what was set before the first of them."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.count = 0
        self.usual = gc.get_threshold()

    def enter(self) -> None:
        with self.lock:
            if self.count == 0:
                self.usual = gc.get_threshold()
                gc.set_threshold(*RARELY)
            self.count += 1

    def leave(self) -> None:
        with self.lock:
            self.count -= 1
            if self.count == 0:
                gc.set_threshold(*self.usual)


_USERS = _Users()


@contextmanager
def rare_collections() -> Iterator[None]:
    """Let the collector of this process run seldom meanwhile.

    A sync makes hundreds of thousands of objects that live until all is stored and form no cycles.
    Looked through again and again they cost a fifth of its time.
    """
    _USERS.enter()
    try:
        yield
    finally:
        _USERS.leave()
