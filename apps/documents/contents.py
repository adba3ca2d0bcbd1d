"""Tables of contents and outlines."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from itertools import groupby
from typing import Any

from django.db.models import QuerySet

from apps.access.principals import Principal
from apps.documents.locating import locate_document, ready_repository, section_id_of
from apps.documents.marks import repo_document_mark, repo_section_mark
from apps.documents.models import RepoDocument, Section


@dataclass(frozen=True, slots=True)
class TocEntry:
    """One section in a table of contents; ``children`` are filled in trees only."""

    id: str
    mark: str
    file: str
    title: str
    level: int
    summary: str
    start_line: int
    end_line: int
    children: "list[TocEntry]" = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class DocumentToc:
    """The sections of one document as a tree."""

    file: str
    mark: str
    title: str
    sections: list[TocEntry]
    redirected_from: str = ""

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def toc_sections(*, user: Principal, repository_id: uuid.UUID, file: str = "") -> QuerySet[Section]:
    """All sections of a repository, or of one of its files, in reading order; see `entry_of`.

    Raises `NotFoundError` or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = Section.objects.visible_to(user).filter(document__repository=repository)
    if file:
        place = locate_document(user=user, repository=repository, path=file)
        rows = rows.filter(document=place.document)
    return (
        rows.select_related("document__repository")
        .defer("document__content")
        .order_by("document__path", "position")
    )


def toc_documents(
    *, user: Principal, repository_id: uuid.UUID, file: str = ""
) -> QuerySet[RepoDocument]:
    """The documents whose sections `toc_trees` nests, by path. Raises as `toc_sections`."""
    repository = ready_repository(user=user, repository_id=repository_id)
    rows = RepoDocument.objects.visible_to(user).filter(repository=repository)
    if file:
        place = locate_document(user=user, repository=repository, path=file)
        rows = rows.filter(pk=place.document.pk)
    return rows.select_related("repository").defer("content").order_by("path")


def toc_trees(*, user: Principal, documents: Sequence[RepoDocument]) -> list[DocumentToc]:
    """The section trees of some documents, in their order, by one query."""
    rows = Section.objects.visible_to(user).filter(document__in=documents).order_by("position")
    sections: dict[uuid.UUID, list[Section]] = {}
    for row in rows:
        sections.setdefault(row.document_id, []).append(row)
    return [_tree(document, sections.get(document.pk, ())) for document in documents]


def nest_sections(sections: Iterable[Section]) -> list[DocumentToc]:
    """Sections in reading order, with their documents loaded, as trees: one for each document.

    A section whose parent is not among them stands at the top.
    """
    rows = groupby(sections, key=lambda row: row.document_id)
    groups = [list(group) for _, group in rows]
    return [_tree(group[0].document, group) for group in groups]


def outline(*, user: Principal, repository_id: uuid.UUID, file: str) -> DocumentToc:
    """The heading hierarchy of one file. Raises `NotFoundError` or `NotReadyError`."""
    repository = ready_repository(user=user, repository_id=repository_id)
    place = locate_document(user=user, repository=repository, path=file)
    place.document.repository = repository
    [tree] = toc_trees(user=user, documents=[place.document])
    return DocumentToc(tree.file, tree.mark, tree.title, tree.sections, place.redirected_from)


def document_sections(*, user: Principal, document: RepoDocument) -> list[Section]:
    """The sections of a loaded document in order, each with that document."""
    rows = list(Section.objects.visible_to(user).filter(document=document).order_by("position"))
    for row in rows:
        row.document = document
    return rows


def entry_of(section: Section, document: RepoDocument | None = None) -> TocEntry:
    """A section as an entry; its document and repository must be loaded."""
    owner = document or section.document
    return TocEntry(
        id=section_id_of(owner, section.address),
        mark=repo_section_mark(owner, section.address),
        file=owner.path,
        title=section.title,
        level=section.level,
        summary=section.summary,
        start_line=section.start_line,
        end_line=section.end_line,
    )


def _tree(document: RepoDocument, sections: Iterable[Section]) -> DocumentToc:
    entries: dict[uuid.UUID, TocEntry] = {}
    top: list[TocEntry] = []
    for row in sections:
        entries[row.pk] = entry = entry_of(row, document)
        parent = entries.get(row.parent_id) if row.parent_id else None
        (parent.children if parent else top).append(entry)
    return DocumentToc(document.path, repo_document_mark(document), document.title, top)
