"""What stands in the same folder as a seed."""

from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet, Value
from django.db.models.functions import StrIndex, Substr

from apps.access.principals import Principal
from apps.collections.models import Document
from apps.documents.models import RepoDocument
from apps.retrieval.indexing import AnyChunk
from apps.retrieval.packs.chunks import first_chunks
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.parts import Part, chunk_part
from apps.retrieval.packs.seeds import Evidence, Seed
from apps.retrieval.packs.texts import Texts, name_of

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
            rows = files_beside(user, seed.chunk).exclude(pk__in=seen)
            files = list(rows[:MOST_FILES])
            is_large = len(files) == MOST_FILES
            if is_large:
                files = list(rows.filter(pk__in=list(evidence.others)))
            chosen = choose(files, name, evidence.others, is_large=is_large)
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


def files_beside(user: Principal, chunk: AnyChunk) -> "QuerySet[Any, tuple[UUID, str]]":
    """Id and name of readable documents in the folder of a chunk's document, itself included."""
    document = chunk.document
    folder = folder_of(name_of(chunk))
    start = f"{folder}/" if folder else ""
    rows: QuerySet[Any]
    if isinstance(document, Document):
        field = "source_key"
        rows = Document.objects.visible_to(user).filter(collection=document.collection_id)
    else:
        field = "path"
        rows = RepoDocument.objects.visible_to(user).filter(repository=document.repository_id)
    inside = StrIndex(Substr(field, len(start) + 1), Value("/"))
    rows = rows.filter(**{f"{field}__startswith": start}).annotate(inside=inside).filter(inside=0)
    return rows.order_by().values_list("pk", field)


def choose(
    files: Sequence[tuple[UUID, str]], beside: str, others: dict[UUID, Seed], *, is_large: bool
) -> list[UUID]:
    """The files to take: what the search found first, then the nearest by name."""
    files = sorted(files, key=lambda one: one[1])
    known = [pk for pk, _ in files if pk in others]
    known.sort(key=lambda pk: -others[pk].score)
    if is_large:
        return known[:MOST_FILES]
    at = sum(name < beside for _, name in files)
    unknown = [(abs(i - at + (i >= at)), pk) for i, (pk, _) in enumerate(files) if pk not in others]
    return [*known, *(pk for _, pk in sorted(unknown, key=lambda one: one[0]))][:MOST_FILES]
