"""Makes the search entries of chunks, in the transaction that stores them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias
from uuid import UUID

from django.db import connection

from apps.collections.models import Chunk
from apps.documents.models import RepoDocumentChunk
from apps.retrieval.embedding.texts import embedded_text, hash_text
from apps.retrieval.lexemes import identifier_vector, indexable_body
from apps.retrieval.lexical.postings import write_segment
from apps.retrieval.names import distinct_names

AnyChunk: TypeAlias = Chunk | RepoDocumentChunk

UPSERT = """
INSERT INTO passages (id, source_id, document_id, collection_chunk_id, repo_chunk_id, names,
                      lexemes, identifiers, content_hash, edited_at)
SELECT id, source, document,
       CASE WHEN corpus = 'md' THEN id END, CASE WHEN corpus = 'repo' THEN id END,
       string_to_array(names, E'\\x1f'),
       setweight(to_tsvector('english', title), 'A')
       || setweight(to_tsvector('english', path), 'B')
       || setweight(to_tsvector('english', body), 'D'),
       identifiers::tsvector, digest, edited
FROM unnest(%s::uuid[], %s::uuid[], %s::uuid[], %s::text[], %s::text[], %s::text[], %s::text[],
            %s::text[], %s::text[], %s::text[], %s::timestamptz[])
     AS row(id, source, document, corpus, names, title, path, body, identifiers, digest, edited)
ON CONFLICT (id) DO UPDATE SET number = excluded.number, names = excluded.names,
    lexemes = excluded.lexemes, identifiers = excluded.identifiers,
    content_hash = excluded.content_hash, edited_at = excluded.edited_at
RETURNING number
"""
SEPARATOR = "\x1f"


@dataclass(frozen=True, slots=True)
class Entry:
    """One row of the search index, before PostgreSQL turns its texts into lexemes."""

    id: UUID
    source_id: UUID
    document_id: UUID
    corpus: str
    names: str
    title: str
    path: str
    body: str
    identifiers: str
    content_hash: str
    edited_at: datetime

    def values(self) -> tuple[object, ...]:
        """In the order of the statement's columns."""
        return tuple(getattr(self, name) for name in self.__slots__)


def index_chunks(chunks: Sequence[AnyChunk]) -> None:
    """Write or rewrite the search entries of stored chunks; searchable when the caller commits.

    The chunks' documents must be loaded (``chunk.document``).
    """
    entries = [make_entry(chunk) for chunk in chunks]
    if not entries:
        return
    columns = list(zip(*(entry.values() for entry in entries), strict=True))
    with connection.cursor() as cursor:
        cursor.execute(UPSERT, [list(column) for column in columns])
        numbers = [number for (number,) in cursor.fetchall()]
    write_segment(numbers)


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
    head = " ".join((document.title, *headings))
    return Entry(
        id=chunk.pk,
        source_id=source_id,
        document_id=document.pk,
        corpus=corpus,
        names=SEPARATOR.join(
            distinct_names(name.replace(SEPARATOR, " ") for name in names_of(chunk, key))
        ),
        title=document.title,
        path=" ".join(headings),
        body=indexable_body(chunk.content),
        identifiers=identifier_vector(f"{head} {key}\n{chunk.content}"),
        content_hash=hash_text(embedded_text(document.title, chunk.heading_path, chunk.content)),
        edited_at=edited_at,
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
