"""Where a pack begins: what the search finds for the task."""

from collections import Counter
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
# What each further passage of a document divides its score by, beyond one.
REPEATED = 0.25
# What logs of changes, tests, configuration and the like keep of their score.
ASIDE = 0.8


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
    relative = relative_scores(answer.found)
    scored = [
        (Seed(one.chunk, score, explain(one.fused, len(one.copies))), plain >= options.floor)
        for one, plain, score in zip(
            answer.found, relative, spread(answer.found, relative), strict=True
        )
    ]
    first, rest = scored[: options.seeds], scored[options.seeds :]
    others: dict[UUID, Seed] = {}
    for seed, _ in rest:
        others.setdefault(seed.chunk.document_id, seed)
    seeds = sorted((seed for seed, is_above in first if is_above), key=lambda one: -one.score)
    return Evidence(
        seeds=tuple(seeds),
        others=others,
        omitted=tuple(below_floor(seed) for seed, is_above in first if not is_above),
        degraded=tuple(asdict(one) for one in answer.degraded),
    )


def relative_scores(found: Sequence[Found]) -> list[float]:
    """How far each is above what the last ones have, as a share of the best's lead.

    The hundredth passage says next to nothing about a task, and its score is nearly as high as the
    first's; where there are few, the last may well answer, and less is taken off. What was found by
    its very name counts as one of the best.
    """
    plain = [one.fused.score for one in found if not is_exact(one)]
    noise = min(plain, default=0.0) * len(found) / CANDIDATES
    lead = (max(plain, default=0.0) - noise) or 1.0
    return [1.0 if is_exact(one) else (one.fused.score - noise) / lead for one in found]


def is_exact(found: Found) -> bool:
    """Whether the title, key or heading is the task itself."""
    return "exact" in found.fused.places


def spread(found: Sequence[Found], scores: Sequence[float]) -> list[float]:
    """The scores, lower for each further passage of a document, and for asides, rounded.

    A document of which much fits would take all the room otherwise (docs/benchmarks.md); a test or
    a log of changes says in many words what a page explains in a few.
    """
    before: Counter[UUID] = Counter()
    lowered = []
    for one, score in zip(found, scores, strict=True):
        share = ASIDE if one.is_aside and not is_exact(one) else 1.0
        lowered.append(round(score * share / (1 + REPEATED * before[one.chunk.document_id]), 4))
        before[one.chunk.document_id] += 1
    return lowered


def below_floor(seed: Seed) -> Omitted:
    """A hit that is too weak beside the best one."""
    return Omitted(
        mark=place_of(seed.chunk).mark,
        title=seed.chunk.document.title,
        reason=Reason.SEED,
        score=seed.score,
        why=Left.FLOOR,
    )
