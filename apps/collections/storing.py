"""The rows of changed documents, chunks and links, in few statements however many they are."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings
from django.utils.module_loading import import_string

from apps.access.copying import copy_models, copy_rows
from apps.access.principals import Principal
from apps.collections.building import BuiltDocument
from apps.collections.documents import DocumentState
from apps.collections.history import Cause, store_revisions
from apps.collections.models import Chunk, Document, Link
from apps.collections.reuse import KeptChunks
from apps.collections.rows import (
    BUILT_FIELDS,
    CHUNK_COLUMNS,
    LINK_COLUMNS,
    chunk_row,
    link_rows,
)

DOCUMENT_UPDATES = (
    *BUILT_FIELDS,
    *("source_key", "given_title", "content", "content_hash", "size", "note", "version"),
    *("updated_by", "updated_at", "content_updated_at"),
)
CHUNK_UPDATES = tuple(name for name in CHUNK_COLUMNS if name not in {"id", "document", "content"})


@dataclass(frozen=True, slots=True)
class Change:
    """A built document and the row that takes it in; ``is_needed``: something is to be written."""

    built: BuiltDocument
    document: Document
    state: DocumentState
    is_needed: bool

    @property
    def is_new(self) -> bool:
        """Whether the row is not stored yet."""
        return self.state is DocumentState.CREATED


def store_changes(changes: Sequence[Change], *, user: Principal, cause: Cause) -> None:
    """Write the rows of many documents, then tell whoever waits for their chunks."""
    store_documents(changes)
    store_revisions(
        [change.document for change in changes if change.state is not DocumentState.UNCHANGED],
        user=user,
        cause=cause,
    )
    old = [change.document.pk for change in changes if not change.is_new]
    chunks = store_chunks(changes, KeptChunks(old))
    if old:
        Link.objects.filter(document__in=old).delete()
    copy_rows(
        Link,
        LINK_COLUMNS,
        (row for change in changes for row in link_rows(change.document, change.built)),
    )
    if chunks:
        for name in settings.PRESSMARK_CHUNKS_STORED:
            import_string(name)(chunks)


def store_documents(changes: Sequence[Change]) -> None:
    """Insert the new rows and update the others."""
    names = [field.name for field in Document._meta.concrete_fields]  # noqa: SLF001
    copy_models(Document, names, (change.document for change in changes if change.is_new))
    Document.objects.bulk_create(
        [change.document for change in changes if not change.is_new],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=DOCUMENT_UPDATES,
    )


def store_chunks(changes: Sequence[Change], kept: KeptChunks) -> list[Chunk]:
    """Replace the chunks of the documents; one with the same text keeps its id and its vector."""
    chunks: list[Chunk] = []
    for change in changes:
        ids = kept.take(change.document.pk, change.built.report.chunks)
        rows = zip(change.built.report.chunks, ids, strict=True)
        chunks.extend(chunk_row(change.document, chunk, pk) for chunk, pk in rows)
    known = kept.ids
    left_over = known - {chunk.pk for chunk in chunks}
    if left_over:
        Chunk.objects.filter(pk__in=left_over).delete()
    copy_models(Chunk, CHUNK_COLUMNS, (chunk for chunk in chunks if chunk.pk not in known))
    Chunk.objects.bulk_create(
        [chunk for chunk in chunks if chunk.pk in known],
        update_conflicts=True,
        unique_fields=["id"],
        update_fields=CHUNK_UPDATES,
    )
    return chunks
