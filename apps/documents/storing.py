"""The rows of built documents, in few statements however many they are."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import connection, models
from django.utils import timezone
from django.utils.module_loading import import_string

from apps.access.copying import copy_models
from apps.access.row_ids import rising_id
from apps.documents.building import BuiltDocument, sections_of_windows
from apps.documents.models import RepoDocument, RepoDocumentChunk, Section, SectionRedirect
from apps.documents.planning import Build
from apps.documents.reuse import KeptChunks
from apps.documents.section_rows import (
    NO_SECTIONS,
    SECTION_COLUMNS,
    OldSections,
    SectionChange,
    change_sections,
)
from apps.documents.slugs import SlugRegister
from apps.repos.models import Repository
from apps.text.storable import storable

DOCUMENT_COLUMNS = tuple(field.name for field in RepoDocument._meta.concrete_fields)  # noqa: SLF001
KEPT_COLUMNS = ("id", "created_at")
CHUNK_COLUMNS = (
    *("id", "document", "section", "chunk_index", "content", "heading_path"),
    *("start_line", "end_line"),
)
SLICE = 500


@dataclass(frozen=True, slots=True)
class Change:
    """A built document with the row that takes it in."""

    build: Build
    built: BuiltDocument
    row: RepoDocument

    @property
    def is_new(self) -> bool:
        """Whether the row is not stored yet."""
        return self.build.document is None


@dataclass(slots=True)
class Stored:
    """What was written."""

    documents: int = 0
    chunks: int = 0
    replaced: int = 0
    paths: set[str] = field(default_factory=set)


def make_change(
    repository: Repository,
    build: Build,
    built: BuiltDocument,
    *,
    slugs: SlugRegister,
    fingerprint: str,
    edited_at: datetime,
) -> Change:
    """The row for a built document. One that stays at its path keeps its slug."""
    before = build.document
    pk = rising_id() if before is None else before.id
    path = build.file.path
    is_settled = before is not None and before.path == path
    row = RepoDocument(
        id=pk,
        repository=repository,
        path=path,
        aliases=list(build.file.aliases),
        slug=before.slug if before is not None and is_settled else slugs.take(path, pk),
        title=built.title,
        kind=build.file.kind,
        bucket=build.file.bucket,
        format=built.format,
        content=built.text,
        blob_id=build.file.blob_id,
        line_count=built.line_count,
        content_hash=built.content_hash,
        size=len(built.text.encode()),
        note=built.note[:200],
        links=list(built.links),
        labels=[list(label) for label in built.labels],
        fingerprint=fingerprint,
        edited_at=edited_at,
        updated_at=timezone.now(),
    )
    return Change(build, built, row)


def store_changes(changes: Sequence[Change]) -> Stored:
    """Write documents, sections, redirects and chunks, then tell whoever waits for chunks."""
    done = Stored()
    for start in range(0, len(changes), SLICE):
        _store_slice(changes[start : start + SLICE], done)
    return done


def _store_slice(changes: Sequence[Change], done: Stored) -> None:
    old_ids = [change.row.pk for change in changes if not change.is_new]
    old_sections = _load_sections(old_ids)
    upsert(
        RepoDocument,
        DOCUMENT_COLUMNS,
        [change.row for change in changes],
        {change.row.pk for change in changes if not change.is_new},
    )
    sections = [
        change_sections(change.row, change.built, old_sections.get(change.row.pk, NO_SECTIONS))
        for change in changes
    ]
    _store_sections(sections, old_sections)
    chunks = _store_chunks(changes, sections, KeptChunks(old_ids))
    if chunks:
        for name in settings.PRESSMARK_CHUNKS_STORED:
            import_string(name)(chunks)
    done.documents += len(changes)
    done.chunks += len(chunks)
    done.replaced += len(old_ids)
    done.paths |= {change.row.path for change in changes}


def upsert(
    model: type[models.Model],
    names: Sequence[str],
    rows: Iterable[Any],
    stored: set[uuid.UUID],
) -> None:
    """Insert rows by COPY; those whose id is stored are updated instead."""
    rows = list(rows)
    copy_models(model, names, (row for row in rows if row.pk not in stored))
    known = [row for row in rows if row.pk in stored]
    if known:
        model._default_manager.bulk_create(  # noqa: SLF001
            known,
            update_conflicts=True,
            unique_fields=["id"],
            update_fields=[name for name in names if name not in KEPT_COLUMNS],
        )


def delete_rows(model: type[models.Model], ids: Iterable[uuid.UUID | int]) -> None:
    """Delete rows; what hangs on them goes by the database's own cascades."""
    wanted = list(ids)
    if wanted:
        with connection.cursor() as cursor:
            table = connection.ops.quote_name(model._meta.db_table)  # noqa: SLF001
            cursor.execute(f"DELETE FROM {table} WHERE id = ANY(%s)", [wanted])  # noqa: S608


def _load_sections(document_ids: Sequence[uuid.UUID]) -> dict[uuid.UUID, OldSections]:
    """What the documents had before; called before their rows are overwritten."""
    if not document_ids:
        return {}
    rows: dict[uuid.UUID, list[Section]] = {}
    for row in Section.objects.filter(document__in=document_ids).order_by("position"):
        rows.setdefault(row.document_id, []).append(row)
    spent: dict[uuid.UUID, dict[str, uuid.UUID | None]] = {}
    redirects = SectionRedirect.objects.filter(document__in=document_ids)
    for pk, address, section_id in redirects.values_list("document_id", "address", "section_id"):
        spent.setdefault(pk, {})[address] = section_id
    texts = RepoDocument.objects.filter(pk__in=document_ids).values_list("pk", "content")
    return {pk: OldSections(content, rows.get(pk, []), spent.get(pk, {})) for pk, content in texts}


def _store_sections(sections: Sequence[SectionChange], old: dict[uuid.UUID, OldSections]) -> None:
    known = {row.pk for one in old.values() for row in one.rows}
    rows = [row for change in sections for row in change.rows]
    upsert(Section, SECTION_COLUMNS, rows, known)
    delete_rows(Section, (pk for change in sections for pk in change.removed))
    if not old:
        return
    # A live address answers for itself, whatever it led to before.
    live = {(row.document_id, row.address) for row in rows}
    stale = SectionRedirect.objects.filter(document__in=old)
    spent = [
        pk
        for pk, document_id, address in stale.values_list("pk", "document_id", "address")
        if (document_id, address) in live
    ]
    SectionRedirect.objects.filter(pk__in=spent).delete()
    SectionRedirect.objects.bulk_create(
        [redirect for change in sections for redirect in change.redirects],
        update_conflicts=True,
        unique_fields=["document", "address"],
        update_fields=["section", "similarity", "title", "created_at"],
    )


def _store_chunks(
    changes: Sequence[Change], sections: Sequence[SectionChange], kept: KeptChunks
) -> list[RepoDocumentChunk]:
    """Replace the chunks of the documents; one with the same text keeps its id and its vector."""
    chunks: list[RepoDocumentChunk] = []
    for change, section_change in zip(changes, sections, strict=True):
        windows = change.built.windows
        ids = kept.take(change.row.pk, windows)
        places = sections_of_windows(change.built.sections, windows)
        for window, pk, place in zip(windows, ids, places, strict=True):
            chunks.append(
                RepoDocumentChunk(
                    id=pk,
                    document=change.row,
                    section_id=None if place is None else section_change.rows[place].pk,
                    chunk_index=window.index,
                    content=window.content,
                    heading_path=storable(window.heading_path),
                    start_line=window.start_line,
                    end_line=window.end_line,
                )
            )
    delete_rows(RepoDocumentChunk, kept.ids - {chunk.pk for chunk in chunks})
    upsert(RepoDocumentChunk, CHUNK_COLUMNS, chunks, kept.ids)
    return chunks
