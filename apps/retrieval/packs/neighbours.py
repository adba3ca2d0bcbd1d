"""What stands in the same folder as a seed."""

from collections.abc import Iterable, Iterator, Sequence
from uuid import UUID

from apps.access.principals import Principal
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.chunks import first_chunks
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.parts import Part, Texts, chunk_part, name_of
from apps.retrieval.packs.seeds import Evidence, Seed

# Folders are looked into for so many of the best seeds.
EXPANDED = 5
# Past that, "same folder" says little; then only files that the search found come in.
MOST_FILES = 10
# Shares of the seed's score: for standing there, and for what the search says of the file itself.
PLACE_SHARE = 0.26
MATCH_SHARE = 0.44


def find_neighbours(*, user: Principal, evidence: Evidence, texts: Texts) -> Iterator[Part]:
    """Up to ten files of each folder that holds one of the best seeds.

    Of each file the chunk that the search found, else the first.
    """
    plan = plan_neighbours(user, evidence)
    found = evidence.others
    firsts = first_chunks(user=user, document_ids=[pk for _, pk in plan if pk not in found])
    for seed, pk in plan:
        match = found.get(pk)
        chunk = match.chunk if match else firsts.get(pk)
        if chunk is not None:
            share = PLACE_SHARE + MATCH_SHARE * (match.score if match else 0.0)
            score = round(seed.score * share, 4)
            why = f"In the folder of {name_of(seed.chunk)}"
            yield chunk_part(chunk, texts, reason=Reason.NEIGHBOUR, score=score, why=why)


def plan_neighbours(user: Principal, evidence: Evidence) -> list[tuple[Seed, UUID]]:
    """Which files to take, each for the best seed beside it."""
    seen = {seed.chunk.document_id for seed in evidence.seeds}
    folders: set[tuple[UUID, str]] = set()
    plan: list[tuple[Seed, UUID]] = []
    for seed in evidence.seeds[:EXPANDED]:
        name = name_of(seed.chunk)
        place = (source_of(seed.chunk), folder_of(name))
        if place not in folders:
            folders.add(place)
            files = [one for one in files_beside(user, seed.chunk) if one[0] not in seen]
            chosen = choose(files, name, evidence.others)
            seen |= set(chosen)
            plan += [(seed, pk) for pk in chosen]
    return plan


def source_of(chunk: AnyChunk) -> UUID:
    """The id of the collection or repository."""
    document = chunk.document
    if isinstance(document, Document):
        return document.collection_id
    return document.repository_id


def folder_of(name: str) -> str:
    """The folder part of a key or path; empty at the top."""
    return name.rpartition("/")[0]


def files_beside(user: Principal, chunk: AnyChunk) -> list[tuple[UUID, str]]:
    """Readable documents in the folder of a chunk's document, itself included, by name."""
    document = chunk.document
    folder = folder_of(name_of(chunk))
    start = f"{folder}/" if folder else ""
    rows: Iterable[tuple[UUID, str]]
    if isinstance(document, Document):
        keys = Document.objects.visible_to(user).filter(collection=document.collection_id)
        rows = keys.filter(source_key__startswith=start).values_list("pk", "source_key")
    else:
        paths = RepoDocument.objects.visible_to(user).filter(repository=document.repository_id)
        rows = paths.filter(path__startswith=start).values_list("pk", "path")
    inside = [(pk, name) for pk, name in rows if folder_of(name) == folder]
    return sorted(inside, key=lambda one: one[1])


def choose(files: Sequence[tuple[UUID, str]], beside: str, others: dict[UUID, Seed]) -> list[UUID]:
    """The files to take: what the search found first, then the nearest by name."""
    known = [pk for pk, _ in files if pk in others]
    known.sort(key=lambda pk: -others[pk].score)
    if len(files) >= MOST_FILES:
        return known[:MOST_FILES]
    at = sum(name < beside for _, name in files)
    unknown = [(abs(i - at + (i >= at)), pk) for i, (pk, _) in enumerate(files) if pk not in others]
    return [*known, *(pk for _, pk in sorted(unknown, key=lambda one: one[0]))][:MOST_FILES]
