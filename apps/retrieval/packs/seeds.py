"""Where a pack begins: what the search finds for the task."""

from dataclasses import asdict, dataclass
from uuid import UUID

from django.conf import settings

from apps.access.principals import Principal
from apps.retrieval.hits import Hit
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.chunks import chunks_by_id
from apps.retrieval.packs.pack import Left, Omitted, Reason
from apps.retrieval.packs.request import PackRequest
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search

CANDIDATES = 100


@dataclass(frozen=True, slots=True)
class Seed:
    """A chunk that the search found, with its score from 0 to 1 relative to the best."""

    chunk: AnyChunk
    score: float
    why: str
    mark: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the search knows: the seeds, and the best chunk of every other document it found."""

    seeds: tuple[Seed, ...]
    others: dict[UUID, Seed]
    omitted: tuple[Omitted, ...]
    degraded: tuple[dict[str, str], ...]


def find_seeds(*, user: Principal, request: PackRequest) -> Evidence:
    """Search for the task in everything that the request covers and the user may read."""
    options = settings.PRESSMARK.packs
    question = SearchRequest(
        request.task, sources=request.sources, top_k=CANDIDATES, snippet_chars=80
    )
    answer = search(user=user, request=question)
    hits = [hit for hit in answer.results if hit.chunk_id]
    chunks = chunks_by_id(user=user, ids=[UUID(hit.chunk_id) for hit in hits])
    scored = [
        Seed(chunks[UUID(hit.chunk_id)], score, hit.why, hit.mark)
        for hit, score in zip(hits, relative_scores(hits), strict=True)
        if UUID(hit.chunk_id) in chunks
    ]
    first, rest = scored[: options.seeds], scored[options.seeds :]
    others: dict[UUID, Seed] = {}
    for seed in rest:
        others.setdefault(seed.chunk.document_id, seed)
    return Evidence(
        seeds=tuple(seed for seed in first if seed.score >= options.floor),
        others=others,
        omitted=tuple(below_floor(seed) for seed in first if seed.score < options.floor),
        degraded=tuple(asdict(one) for one in answer.degraded),
    )


def relative_scores(hits: list[Hit]) -> list[float]:
    """Scores as shares of the best; a hit by its very name counts as one of the best."""
    plain = [hit.score for hit in hits if "exact" not in hit.streams]
    best = max(plain, default=0.0) or 1.0
    return [1.0 if "exact" in hit.streams else round(hit.score / best, 4) for hit in hits]


def below_floor(seed: Seed) -> Omitted:
    """A hit that is too weak beside the best one."""
    return Omitted(
        mark=seed.mark,
        title=seed.chunk.document.title,
        reason=Reason.SEED,
        score=seed.score,
        why=Left.FLOOR,
    )
