"""Compares the search index with the chunks it stands for."""

from dataclasses import asdict, dataclass

from django.db.models import QuerySet

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.indexing import index_chunks
from apps.retrieval.models import Passage

BATCH = 500


@dataclass(frozen=True, slots=True)
class IndexReport:
    """Chunks and passages counted, what was missing and is mended, and vectors still to make."""

    chunks: int
    passages: int
    mended: int
    without_vector: int

    def as_dict(self) -> dict[str, int]:
        """For JSON."""
        return asdict(self)


def check_index() -> IndexReport:
    """Index every chunk that has no passage, and count; for operators."""
    mended = mend(Chunk.objects.filter(passage=None).select_related("document"))
    mended += mend(RepoDocumentChunk.objects.filter(passage=None).select_related("document"))
    passages = Passage.objects.all()
    space = active_space()
    return IndexReport(
        chunks=Chunk.objects.count() + RepoDocumentChunk.objects.count(),
        passages=passages.count(),
        mended=mended,
        without_vector=passages.without_vector(space).count() if space else passages.count(),
    )


def mend(missing: "QuerySet[Chunk] | QuerySet[RepoDocumentChunk]") -> int:
    """Index chunks that have no passage, batch by batch; how many there were."""
    mended = 0
    while batch := [*missing.order_by("pk")[:BATCH]]:
        index_chunks(batch)
        mended += len(batch)
    return mended
