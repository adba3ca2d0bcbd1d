"""The vectors of the latest questions: pages, packs and agents ask the same thing again.

Kept in the memory of each process, and nowhere else.
"""

import threading
from collections import OrderedDict

from apps.retrieval.embedding.embedder import Embedder, Row

# A few MiB, also with the longest vectors.
MOST_KEPT = 1000


class QuestionVectors:
    """A bounded memory of vectors by embedder and question; the least recently used one goes.

    An embedder stands for its provider and model, so that another model's vectors are never
    taken for its own. Thread-safe.
    """

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._rows: OrderedDict[tuple[Embedder, str], Row] = OrderedDict()
        self._lock = threading.Lock()

    def known(self, embedder: Embedder, question: str) -> Row | None:
        """The vector, if it was made lately."""
        with self._lock:
            row = self._rows.get((embedder, question))
            if row is not None:
                self._rows.move_to_end((embedder, question))
            return row

    def make(self, embedder: Embedder, question: str) -> Row:
        """Make the vector and remember it. Raises `EmbeddingFailedError`, which is forgotten."""
        row = embedder.embed_query(question)
        # Whoever is given it later must find what was made.
        row.flags.writeable = False
        with self._lock:
            self._rows[embedder, question] = row
            if len(self._rows) > self._most:
                self._rows.popitem(last=False)
        return row
