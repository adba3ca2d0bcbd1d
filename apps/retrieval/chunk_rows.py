"""Loads the chunks of hits, by a statement that is made once.

Every search does; building and compiling the same query took it longer than the rows.
"""

from functools import cache
from typing import Any
from uuid import UUID

from django.db import connections, models, router

from apps.collections.models import Chunk, Collection, Document

# What a hit shows of a document and of its collection; the rest is loaded should somebody ask.
OF_DOCUMENT = ("id", "collection_id", "source_key", "title", "content_updated_at")
OF_COLLECTION = ("id", "name")


@cache
def columns_of_chunk() -> tuple[str, ...]:
    """All columns, in the order of the model."""
    return tuple(field.attname for field in Chunk._meta.concrete_fields)  # noqa: SLF001


@cache
def statement() -> str:
    """The columns of chunk, document and collection, in this order."""
    parts = ((Chunk, columns_of_chunk()), (Document, OF_DOCUMENT), (Collection, OF_COLLECTION))
    names = [f"{table(model)}.{name}" for model, columns in parts for name in columns]
    chunks, documents, collections = (table(model) for model, _ in parts)
    return (
        f"SELECT {', '.join(names)} FROM {chunks} "  # noqa: S608  names of tables and columns
        f"JOIN {documents} ON {documents}.id = {chunks}.document_id "
        f"JOIN {collections} ON {collections}.id = {documents}.collection_id "
        f"WHERE {chunks}.id = ANY(%s)"
    )


def table(model: type[models.Model]) -> str:
    """The table of a model."""
    return model._meta.db_table  # noqa: SLF001


def load_chunks(ids: list[UUID]) -> dict[UUID, Chunk]:
    """Chunks of collections with what a hit shows of their document, not its whole text."""
    alias = router.db_for_read(Chunk)
    with connections[alias].cursor() as cursor:
        cursor.execute(statement(), [ids])
        rows = cursor.fetchall()
    collections: dict[UUID, Collection] = {}
    return {chunk.pk: chunk for chunk in (made_of(alias, row, collections) for row in rows)}


def made_of(alias: str, row: tuple[Any, ...], collections: dict[UUID, Collection]) -> Chunk:
    """The chunk of a row, with its document and its collection, one object for each of these."""
    names = columns_of_chunk()
    first, second = len(names), len(names) + len(OF_DOCUMENT)
    chunk = Chunk.from_db(alias, names, row[:first])
    document = chunk.document = Document.from_db(alias, OF_DOCUMENT, row[first:second])
    known = collections.get(document.collection_id)
    if known is None:
        known = Collection.from_db(alias, OF_COLLECTION, row[second:])
        collections[known.pk] = known
    document.collection = known
    return chunk
