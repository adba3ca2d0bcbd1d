"""Makes the search entries of chunks, in the transaction that stores them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import connection

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.embedding.texts import hash_passage
from apps.retrieval.lexical.counting import Field
from apps.retrieval.lexical.postings import write_segment
from apps.retrieval.names import distinct_names

AnyChunk: TypeAlias = Chunk | RepoDocumentChunk

UPSERT = """
INSERT INTO passages (id, source_id, document_id, collection_chunk_id, repo_chunk_id, names,
                      content_hash, edited_at)
SELECT id, source, document,
       CASE WHEN corpus = 'md' THEN id END, CASE WHEN corpus = 'repo' THEN id END,
       string_to_array(names, E'\\x1f'), digest, edited
FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::text[], %s::text[], %s::text[],
            %s::timestamptz[])
     AS row(id, source, document, corpus, names, digest, edited)
ON CONFLICT (id) DO UPDATE SET number = excluded.number, names = excluded.names,
    content_hash = excluded.content_hash, edited_at = excluded.edited_at
RETURNING number, id
"""
SEPARATOR = "\x1f"
# How often a word counts where it stands: in the title; in the headings and the body.
TITLE_WEIGHT = 3


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the search index, and the texts that its words are taken from."""

    id: UUID
    source_id: UUID
    document_id: UUID
    corpus: str
    names: str
    content_hash: str
    edited_at: datetime
    fields: tuple[Field, ...]

    def values(self) -> tuple[object, ...]:
        """In the order of the statement's columns."""
        return (
            self.id,
            self.source_id,
            self.document_id,
            self.corpus,
            self.names,
            self.content_hash,
            self.edited_at,
        )


def index_chunks(chunks: Sequence[AnyChunk]) -> None:
    """Write or rewrite the search entries of stored chunks; searchable when the caller commits.

    The chunks' documents must be loaded (``chunk.document``).
    """
    entries = {chunk.pk: make_entry(chunk) for chunk in chunks}
    if not entries:
        return
    columns = list(zip(*(entry.values() for entry in entries.values()), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, [list(column) for column in columns])
        numbered = sorted(cursor.fetchall())
    by_source: dict[UUID, list[tuple[int, Entry]]] = defaultdict(list)
    for number, pk in numbered:
        by_source[entries[pk].source_id].append((number, entries[pk]))
    for source_id, rows in by_source.items():
        write_segment(
            source_id, [number for number, _ in rows], [entry.fields for _, entry in rows]
        )


def make_entry(chunk: AnyChunk) -> Entry:
    """The search entry of one chunk of either corpus."""
    document = chunk.document
    if isinstance(chunk, Chunk):
        corpus, source_id = "md", chunk.document.collection_id
        key, edited_at = chunk.document.source_key, chunk.document.content_updated_at
    else:
        corpus, source_id = "repo", chunk.document.repository_id
        key, edited_at = chunk.document.path, chunk.document.edited_at
    headings = [heading for heading in chunk.heading_path if heading != document.title]
    return Entry(
        id=chunk.pk,
        source_id=source_id,
        document_id=document.pk,
        corpus=corpus,
        names=SEPARATOR.join(
            distinct_names(name.replace(SEPARATOR, " ") for name in names_of(chunk, key))
        ),
        content_hash=hash_passage(document.title, chunk.heading_path, chunk.content),
        edited_at=edited_at,
        fields=(
            Field(document.title, words=TITLE_WEIGHT, identifiers=1),
            Field("\n".join(headings), words=1, identifiers=1),
            Field(key, words=0, identifiers=1),
            Field(chunk.content, words=1, identifiers=1),
        ),
    )


def names_of(chunk: AnyChunk, key: str) -> Iterator[str]:
    """What somebody might type to get exactly this chunk: its headings; for the first, its page."""
    if chunk.chunk_index == 0:
        yield chunk.document.title
        yield key
        yield key.rsplit("/", 1)[-1]
        yield key.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    if chunk.heading_path:
        yield chunk.heading_path[-1]
    if isinstance(chunk, Chunk):
        for section in chunk.sections:
            yield section.rsplit(" > ", 1)[-1]
