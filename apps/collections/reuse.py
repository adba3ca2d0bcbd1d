"""Which stored chunks an edit leaves alone: they keep their ids, so marks and vectors stay good."""

import uuid
from collections.abc import Iterable, Sequence
from typing import TypeAlias

from apps.collections.models import Chunk
from apps.text.chunk import Chunk as TextChunk
from apps.text.storable import storable

Key: TypeAlias = tuple[object, ...]


class KeptChunks:
    """The stored chunks of some documents, each given to at most one chunk of the new text."""

    def __init__(self, document_ids: Sequence[uuid.UUID]) -> None:
        self.ids: set[uuid.UUID] = set()
        self._same: dict[Key, list[uuid.UUID]] = {}
        self._alike: dict[Key, list[uuid.UUID]] = {}
        if document_ids:
            rows = Chunk.objects.filter(document__in=document_ids).order_by("-chunk_index")
            for row in rows.values_list("pk", "document_id", "content", "heading_path"):
                self._add(*row)

    def _add(
        self, pk: uuid.UUID, document_id: uuid.UUID, content: str, path: Sequence[str]
    ) -> None:
        self.ids.add(pk)
        self._same.setdefault((document_id, content, *path), []).append(pk)
        self._alike.setdefault((document_id, content), []).append(pk)

    def take(self, document_id: uuid.UUID, chunks: Iterable[TextChunk]) -> list[uuid.UUID | None]:
        """An id for each chunk in order, None for a new one.

        Chunks whose text and heading path are stored go first; one that has only moved under
        another heading takes what they leave.
        """
        chunks = list(chunks)
        taken: list[uuid.UUID | None] = []
        for chunk in chunks:
            path = storable(chunk.heading_path)
            taken.append(_pop(self._same.get((document_id, chunk.content, *path))))
        used = set(taken)
        for place, chunk in enumerate(chunks):
            alike = self._alike.get((document_id, chunk.content))
            while taken[place] is None and alike:
                pk = alike.pop()
                taken[place] = None if pk in used else pk
        return taken


def _pop(ids: list[uuid.UUID] | None) -> uuid.UUID | None:
    return ids.pop() if ids else None
