"""All that is stored of a repository, in a form that does not tell how it came to be."""

from typing import Any

import numpy as np

from apps.documents.models import (
    Mention,
    RepoDocument,
    RepoDocumentChunk,
    RepoDocumentLink,
    Section,
)
from apps.repos.models import CodeSymbol, Repository
from apps.retrieval.lexical.scoring import ENTRY
from apps.retrieval.models import Passage, Posting

# Ids and times of writing differ; slugs depend on which page came first.
PASSING = {"id", "repository", "slug", "created_at", "updated_at"}
OWN = {"id", "document", "section", "parent", "address", "symbols"}


def values(row: Any, without: set[str]) -> tuple[object, ...]:
    fields = [field for field in row._meta.concrete_fields if field.name not in without]
    return tuple(str(getattr(row, field.attname)) for field in fields)


def whole_index(repository: Repository) -> dict[str, Any]:
    """Documents with their links, sections, chunks, passages, words, symbols, mentions; no ids."""
    documents = {row.pk: row for row in RepoDocument.objects.filter(repository=repository)}
    sections = {row.pk: row for row in Section.objects.filter(document__in=documents)}
    chunks = {row.pk: row for row in RepoDocumentChunk.objects.filter(document__in=documents)}
    path = {pk: row.path for pk, row in documents.items()}
    place = {pk: row.position for pk, row in sections.items()} | {None: -1}
    spot = {pk: (path[row.document_id], row.chunk_index) for pk, row in chunks.items()}
    passages = list(Passage.objects.filter(source_id=repository.pk))
    return {
        "documents": sorted(values(row, PASSING) for row in documents.values()),
        "sections": sorted(
            (path[row.document_id], row.position, place[row.parent_id], *values(row, OWN))
            for row in sections.values()
        ),
        "chunks": sorted(
            (*spot[pk], place[row.section_id], *values(row, OWN)) for pk, row in chunks.items()
        ),
        "links": sorted(
            (path[row.document_id], path[row.target_id])
            for row in RepoDocumentLink.objects.filter(document__in=documents)
        ),
        "passages": sorted(
            (*spot[row.pk], path[row.document_id], row.names, row.content_hash, row.edited_at)
            for row in passages
        ),
        "words": words_of(repository, {row.number: spot[row.pk] for row in passages}),
        "symbols": sorted(
            values(row, {"id", "repository"})
            for row in CodeSymbol.objects.filter(repository=repository)
        ),
        "mentions": sorted(
            (*spot[row.chunk_id], row.name, row.symbol.qualified_name, row.symbol.path,
             row.symbol.start_line, row.confidence, row.is_ambiguous)
            for row in Mention.objects.filter(chunk__in=chunks).select_related("symbol")
        ),
    }  # fmt: skip


def words_of(repository: Repository, spots: dict[int, tuple[str, int]]) -> list[tuple[Any, ...]]:
    """Each term of each living passage with its frequency and the passage's length."""
    found = []
    for kind, term, packed in Posting.objects.filter(source_id=repository.pk).values_list(
        "kind", "term", "entries"
    ):
        for number, frequency, length in np.frombuffer(packed, ENTRY).tolist():
            if number in spots:
                found.append((kind, term, *spots[number], frequency, length))
    return sorted(found)
