"""What the best passages of all sources say: how many of them each source has, and how early.

The documents found vote for their source with the reciprocal of their rank, as in resource
selection over a central index (Si and Callan, ReDDE, SIGIR 2003; the votes are those of mean
reciprocal rank). Large sources win nothing by their size, since only the first documents weigh.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from apps.retrieval.hits import Hit
from apps.retrieval.models import Passage


@dataclass(slots=True)
class Votes:
    """Of one source: its share of the votes, its documents among those found, and the first."""

    share: float = 0.0
    documents: int = 0
    rank: int = 0
    title: str = ""


def votes_of(hits: Sequence[Hit]) -> dict[UUID, Votes]:
    """The votes of each source that has a hit; the shares sum to 1."""
    ids = [hit.chunk_id for hit in hits if hit.chunk_id]
    sources = {str(pk): one for pk, one in passages(ids)}
    first = {hit.document_id: hit for hit in reversed(hits) if hit.chunk_id in sources}
    documents = [hit for hit in hits if first.get(hit.document_id) is hit]
    total = sum(1 / rank for rank in range(1, len(documents) + 1))
    found: dict[UUID, Votes] = {}
    for rank, hit in enumerate(documents, start=1):
        votes = found.setdefault(sources[hit.chunk_id], Votes(rank=rank, title=hit.title))
        votes.share += 1 / rank / total
        votes.documents += 1
    return found


def passages(ids: list[str]) -> list[tuple[UUID, UUID]]:
    """Passages with their sources; the search has ensured that they may be read."""
    rows = Passage.objects.filter(pk__in=ids) if ids else Passage.objects.none()
    return list(rows.values_list("pk", "source_id"))
