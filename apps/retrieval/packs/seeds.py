"""Where a pack begins: what the search finds for the task."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from uuid import UUID

from django.conf import settings

from apps.access.principals import Principal
from apps.retrieval.folding import Found
from apps.retrieval.hits import explain, place_of
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.pack import Left, Omitted, Reason
from apps.retrieval.packs.request import PackRequest
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search_passages

CANDIDATES = 100


@dataclass(frozen=True, slots=True)
class Seed:
    """A chunk that the search found, with its score from 0 to 1 relative to the best."""

    chunk: AnyChunk
    score: float
    why: str


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
    question = SearchRequest(request.task, sources=request.sources, top_k=CANDIDATES)
    answer = search_passages(user=user, request=question)
    scored = [
        Seed(one.chunk, score, explain(one.fused, len(one.copies)))
        for one, score in zip(answer.found, relative_scores(answer.found), strict=True)
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


def relative_scores(found: Sequence[Found]) -> list[float]:
    """Scores as shares of the best; what was found by its very name counts as one of the best."""
    plain = [one.fused.score for one in found if "exact" not in one.fused.places]
    best = max(plain, default=0.0) or 1.0
    return [
        1.0 if "exact" in one.fused.places else round(one.fused.score / best, 4) for one in found
    ]


def below_floor(seed: Seed) -> Omitted:
    """A hit that is too weak beside the best one."""
    return Omitted(
        mark=place_of(seed.chunk).mark,
        title=seed.chunk.document.title,
        reason=Reason.SEED,
        score=seed.score,
        why=Left.FLOOR,
    )
