"""Everything that may go into a pack, best first."""

from dataclasses import dataclass

from django.conf import settings

from apps.access.principals import Principal
from apps.retrieval.packs.code import find_code
from apps.retrieval.packs.links import find_linked
from apps.retrieval.packs.neighbours import find_neighbours
from apps.retrieval.packs.pack import Left, Omitted, Reason
from apps.retrieval.packs.parts import Part, chunk_part
from apps.retrieval.packs.request import PackRequest
from apps.retrieval.packs.seeds import find_seeds
from apps.retrieval.packs.texts import ChunkBody, Texts

RANKS = {reason: rank for rank, reason in enumerate(Reason)}


@dataclass(frozen=True, slots=True)
class Gathered:
    """The parts in the order in which they may come in, and what was too weak."""

    parts: tuple[Part, ...]
    omitted: tuple[Omitted, ...]
    degraded: tuple[dict[str, str], ...]


def gather(*, user: Principal, request: PackRequest) -> Gathered:
    """Seeds, their neighbours, what they link to and the code they name, above the floor.

    Where several lead to the same chunk or symbol, the highest score counts.
    """
    evidence = find_seeds(user=user, request=request)
    texts = Texts()
    found = [
        chunk_part(seed.chunk, texts, reason=Reason.SEED, score=seed.score, why=seed.why)
        for seed in evidence.seeds
    ]
    found += find_linked(user=user, evidence=evidence, texts=texts)
    found += find_neighbours(user=user, evidence=evidence, texts=texts)
    found += find_code(user=user, evidence=evidence, task=request.task)
    ranked: dict[str, Part] = {}
    for part in sorted(found, key=order):
        ranked.setdefault(part.rest, part)
    texts.expect([part.body.chunk for part in ranked.values() if isinstance(part.body, ChunkBody)])
    floor = settings.PRESSMARK.packs.floor
    # A seed is lowered for standing in the same document as another, not for being weak.
    strong: list[Part] = []
    weak: list[Part] = []
    for part in ranked.values():
        (strong if part.reason is Reason.SEED or part.score >= floor else weak).append(part)
    return Gathered(
        parts=tuple(strong),
        omitted=(*evidence.omitted, *(left_out(part, Left.FLOOR) for part in weak)),
        degraded=evidence.degraded,
    )


def order(part: Part) -> tuple[float, int, str, str]:
    """Best first; ties by how it was found, then by address."""
    return -part.score, RANKS[part.reason], part.mark, part.rest


def left_out(part: Part, why: Left) -> Omitted:
    """A part that is not in the pack."""
    return Omitted(part.mark, part.title, part.reason, part.score, why)
