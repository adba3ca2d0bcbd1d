"""Which stored chunks a new text leaves alone: they keep their ids, so vectors and marks stay."""

import uuid
from collections.abc import Iterable, Sequence

from apps.access.row_ids import rising_id
from apps.documents.models import RepoDocumentChunk
from apps.text.windows import Window


class KeptChunks:
    """The stored chunks of some documents, each given to at most one chunk of the new text."""

    def __init__(self, document_ids: Sequence[uuid.UUID]) -> None:
        self.ids: set[uuid.UUID] = set()
        self._by_text: dict[tuple[uuid.UUID, str], list[uuid.UUID]] = {}
        if not document_ids:
            return
        rows = RepoDocumentChunk.objects.filter(document__in=document_ids).order_by("chunk_index")
        for pk, document_id, content in rows.values_list("pk", "document_id", "content"):
            self.ids.add(pk)
            self._by_text.setdefault((document_id, content), []).append(pk)

    def take(self, document_id: uuid.UUID, windows: Iterable[Window]) -> list[uuid.UUID]:
        """An id for each window: that of a chunk with the same text, in order, or a new one."""
        taken = []
        for window in windows:
            same = self._by_text.get((document_id, window.content))
            taken.append(same.pop(0) if same else rising_id())
        return taken
