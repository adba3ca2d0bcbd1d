"""Pages that were laid out a short while ago, kept in the process."""

from collections import OrderedDict
from threading import Lock

Key = tuple[str, bytes]
"""The format, with how it is shown, and the SHA-256 of the source: all that a page depends on."""

ENTRY = 300
"""What an entry costs besides its text, so that empty pages do not pile up."""


class KeptPages:
    """The pages used last, up to `limit` characters in all. Safe to use from any thread.

    What is kept knows no reader: links lead nowhere yet, so whoever may read the source may have
    its page, and nobody can ask for a page without the source.
    """

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._size = 0
        self._pages: OrderedDict[Key, str] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Key) -> str | None:
        """Return the page that was kept under `key`, or None."""
        with self._lock:
            page = self._pages.get(key)
            if page is not None:
                self._pages.move_to_end(key)
            return page

    def keep(self, key: Key, page: str) -> None:
        """Keep a page, and let go of those used longest ago to make room for it."""
        with self._lock:
            if (former := self._pages.pop(key, None)) is not None:
                self._size -= ENTRY + len(former)
            self._size += ENTRY + len(page)
            self._pages[key] = page
            while self._size > self._limit:
                _, oldest = self._pages.popitem(last=False)
                self._size -= ENTRY + len(oldest)
