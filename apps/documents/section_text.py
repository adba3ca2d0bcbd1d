"""Single sections, verbatim, with what stands around them."""

import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from typing import Any

from apps.access.principals import Principal
from apps.documents.contents import TocEntry, entry_of
from apps.documents.locating import (
    locate_document,
    locate_section,
    ready_repository,
    section_id_of,
)
from apps.documents.marks import repo_document_mark, repo_section_mark
from apps.documents.models import Section
from apps.text.tokens import count_tokens


@dataclass(frozen=True, slots=True)
class SectionText:
    """A section verbatim. ``file_tokens`` is what reading the whole file would have cost.

    ``ancestors`` run from the outermost inwards; they and ``children`` are given with context.
    """

    id: str
    mark: str
    file: str
    document_id: str
    document_title: str
    title: str
    level: int
    heading_path: list[str]
    summary: str
    content: str
    start_byte: int
    end_byte: int
    start_line: int
    end_line: int
    tokens: int
    file_tokens: int
    redirected_from: str
    similarity: float
    ancestors: list[TocEntry] | None = None
    children: list[TocEntry] | None = None

    def as_dict(self) -> dict[str, Any]:
        """For JSON; without context its two fields are left out."""
        values = asdict(self)
        if self.ancestors is None:
            del values["ancestors"], values["children"]
        return values


def read_section(
    *,
    user: Principal,
    repository_id: uuid.UUID,
    section_id: str,
    with_context: bool = False,
    with_descendants: bool = False,
) -> SectionText:
    """One section by its id, exactly as it stands in the file.

    An old id answers with the section as it is now and says so. Raises `GoneError` or
    `NotFoundError` with near ids, or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    place = locate_section(user=user, repository=repository, section_id=section_id)
    document, section = place.document, place.section
    document.repository = repository
    ancestors = list(_ancestors(user, section))
    end = section.tree_end_byte if with_descendants else section.end_byte
    content = document.content.encode()[section.start_byte : end].decode()
    around: dict[str, list[TocEntry]] = {}
    if with_context:
        below = Section.objects.visible_to(user).filter(parent=section).order_by("position")
        around["ancestors"] = [entry_of(row, document) for row in ancestors]
        around["children"] = [entry_of(row, document) for row in below]
    return SectionText(
        id=section_id_of(document, section.address),
        mark=repo_section_mark(document, section.address),
        file=document.path,
        document_id=str(document.pk),
        document_title=document.title,
        title=section.title,
        level=section.level,
        heading_path=[row.title for row in (*ancestors, section) if row.level],
        summary=section.summary,
        content=content,
        start_byte=section.start_byte,
        end_byte=end,
        start_line=section.start_line,
        end_line=section.tree_end_line if with_descendants else section.end_line,
        tokens=count_tokens(content),
        file_tokens=count_tokens(document.content),
        redirected_from=place.redirected_from,
        similarity=round(place.similarity, 3),
        **around,
    )


def read_document_text(*, user: Principal, repository_id: uuid.UUID, path: str) -> SectionText:
    """A whole document as if it were a section of level 0, whose id is the path.

    Raises `GoneError` or `NotFoundError` with near paths, or `NotReadyError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    place = locate_document(user=user, repository=repository, path=path)
    document = place.document
    document.repository = repository
    tokens = count_tokens(document.content)
    return SectionText(
        id=document.path,
        mark=repo_document_mark(document),
        file=document.path,
        document_id=str(document.pk),
        document_title=document.title,
        title=document.title,
        level=0,
        heading_path=[],
        summary="",
        content=document.content,
        start_byte=0,
        end_byte=document.size,
        start_line=1,
        end_line=document.line_count,
        tokens=tokens,
        file_tokens=tokens,
        redirected_from=place.redirected_from,
        similarity=round(place.similarity, 3),
    )


def _ancestors(user: Principal, section: Section) -> Iterable[Section]:
    """From the outermost inwards, by one query for the whole document."""
    rows = Section.objects.visible_to(user).filter(
        document=section.document_id, position__lt=section.position
    )
    known = {row.pk: row for row in rows} if section.parent_id else {}
    chain: list[Section] = []
    at = section.parent_id
    while at is not None:
        chain.append(known[at])
        at = known[at].parent_id
    return reversed(chain)
