"""What the seeds link to."""

from collections.abc import Iterator, Sequence
from uuid import UUID

from django.db.models import Q

from apps.access.principals import Principal
from apps.collections.models import Chunk, Document, Link
from apps.documents.models import Section
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.chunks import first_chunks, matching
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.parts import Part, chunk_part
from apps.retrieval.packs.repo_links import Target, targets_in_repositories
from apps.retrieval.packs.seeds import Evidence, Seed
from apps.retrieval.packs.texts import Texts, name_of

# Links are followed from so many of the best seeds.
EXPANDED = 10
# A seed with more targets is an index: then only those that the search found are followed.
MOST_TARGETS = 10
# Shares of the seed's score: for being linked, and for what the search says of the target itself.
LINK_SHARE = 0.6
MATCH_SHARE = 0.4


def find_linked(*, user: Principal, evidence: Evidence, texts: Texts) -> Iterator[Part]:
    """The documents that the best seeds link to, each once, at the section that is named.

    Otherwise at the chunk that the search found, or at the first.
    """
    plan = plan_links(user, evidence)
    found = evidence.others
    named = named_chunks(user, [target for _, target in plan])
    rest = [one.document_id for _, one in plan if one.document_id not in {*named, *found}]
    firsts = first_chunks(user=user, document_ids=rest)
    for seed, (pk, _) in plan:
        match = found.get(pk)
        chunk = named.get(pk) or (match.chunk if match else firsts.get(pk))
        if chunk is not None:
            share = LINK_SHARE + MATCH_SHARE * (match.score if match else 0.0)
            score = round(seed.score * share, 4)
            why = f"Linked from {name_of(seed.chunk)}"
            yield chunk_part(chunk, texts, reason=Reason.LINK, score=score, why=why)


def plan_links(user: Principal, evidence: Evidence) -> list[tuple[Seed, Target]]:
    """Which documents to take, each for the best seed that links to it."""
    seeds = evidence.seeds[:EXPANDED]
    by_seed = {seed.chunk.pk: seed for seed in seeds}
    seen = {seed.chunk.document_id for seed in evidence.seeds}
    targets = targets_in_collections(user, seeds) | targets_in_repositories(user, seeds)
    plan: list[tuple[Seed, Target]] = []
    for pk, seed in by_seed.items():
        fresh = {one.document_id: one for one in targets.get(pk, ()) if one.document_id not in seen}
        if len(fresh) > MOST_TARGETS:
            fresh = {key: one for key, one in fresh.items() if key in evidence.others}
        seen |= set(fresh)
        plan += [(seed, target) for target in fresh.values()]
    return plan


def targets_in_collections(user: Principal, seeds: Sequence[Seed]) -> dict[UUID, list[Target]]:
    """Targets of the links on the lines of each chunk of a collection."""
    chunks = [seed.chunk for seed in seeds if isinstance(seed.chunk, Chunk)]
    condition = Q(pk__in=[])
    for chunk in chunks:
        lines = (chunk.start_line, chunk.end_line)
        condition |= Q(document=chunk.document_id, line__range=lines)
    if not chunks:
        return {}
    rows = Link.objects.visible_to(user).filter(condition, target_document__isnull=False)
    found = list(
        rows.order_by("line", "pk").only("document", "line", "target_document", "fragment")
    )
    return {
        chunk.pk: [
            Target(link.target_document_id, link.fragment)
            for link in found
            if link.target_document_id is not None
            and link.document_id == chunk.document_id
            and chunk.start_line <= link.line <= chunk.end_line
        ]
        for chunk in chunks
    }


def named_chunks(user: Principal, targets: list[Target]) -> dict[UUID, AnyChunk]:
    """The chunks in which the sections begin that the links name, by their document."""
    wanted = {target.document_id: target.fragment for target in targets if target.fragment}
    condition = Q(pk__in=[])
    for pk, line in heading_lines(user, wanted):
        condition |= Q(document=pk, start_line__lte=line, end_line__gte=line)
    chunks = matching(user, condition) if wanted else []
    # Windows of a repository's document overlap: the later one has more of the section.
    return {chunk.document_id: chunk for chunk in sorted(chunks, key=lambda one: one.chunk_index)}


def heading_lines(user: Principal, wanted: dict[UUID, str]) -> Iterator[tuple[UUID, int]]:
    """The lines at which the headings of the wanted anchors stand."""
    documents = Document.objects.visible_to(user).filter(pk__in=list(wanted))
    for pk, headings in documents.values_list("pk", "heading_tree"):
        yield from ((pk, one["line"]) for one in headings if one["anchor"] == wanted[pk])
    sections = Section.objects.visible_to(user).filter(
        document__in=list(wanted), anchor__in=list(wanted.values())
    )
    for pk, anchor, line in sections.values_list("document", "anchor", "start_line"):
        if wanted[pk] == anchor:
            yield pk, line
