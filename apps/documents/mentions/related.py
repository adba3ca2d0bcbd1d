"""From symbols to the documentation that speaks of them, most relevant first."""

import uuid
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.conf import settings
from django.db.models import Count, F, OuterRef, QuerySet, Subquery, Window
from django.db.models.functions import RowNumber

from apps.access.principals import Principal
from apps.documents.locating import section_id_of
from apps.documents.marks import repo_document_mark, repo_section_mark
from apps.documents.models import Mention
from apps.repos.code.finding import symbol_entry
from apps.repos.models import CodeSymbol, Repository

ORDER = ("-confidence", "others", "chunk__document__path", "chunk__chunk_index", "pk")


@dataclass(frozen=True, slots=True)
class RelatedChunk:
    """A chunk that names a symbol. ``mark`` is that of its section, or of its document."""

    mark: str
    chunk_id: str
    section_id: str
    file: str
    title: str
    heading_path: list[str]
    summary: str
    start_line: int
    end_line: int
    name: str
    confidence: float
    is_ambiguous: bool

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def chunks_about(
    *, user: Principal, symbol_ids: Iterable[uuid.UUID]
) -> dict[uuid.UUID, list[RelatedChunk]]:
    """The chunks that speak of each symbol, as many as the settings say, the surest mention first.

    Then comes the chunk that names the fewest others, so that a page about the symbol stands before
    an index of everything.
    """
    options = settings.PRESSMARK.documents
    if not options.context_limit:
        return {}
    rows = by_relevance(
        Mention.objects.visible_to(user),
        is_ambiguous=False,
        confidence__gte=options.context_threshold,
    )
    ranked = rows.filter(symbol__in=list(symbol_ids)).annotate(
        place=Window(RowNumber(), partition_by=F("symbol_id"), order_by=ORDER)
    )
    found: dict[uuid.UUID, list[RelatedChunk]] = {}
    for row in ranked.filter(place__lte=options.context_limit).order_by("symbol_id", "place"):
        found.setdefault(row.symbol_id, []).append(related_chunk(row))
    return found


def symbol_items(
    *, user: Principal, repository: Repository, symbols: Sequence[CodeSymbol]
) -> list[dict[str, Any]]:
    """Symbols of one repository for JSON, each with its ``related_chunks``."""
    related = chunks_about(user=user, symbol_ids=[one.pk for one in symbols])
    return [
        {
            **symbol_entry(one, repository).as_dict(),
            "related_chunks": [chunk.as_dict() for chunk in related.get(one.pk, ())],
        }
        for one in symbols
    ]


def by_relevance(rows: QuerySet[Mention], **lookup: Any) -> QuerySet[Mention]:
    """Mentions with ``others``, the number of symbols that the chunk names, and their places."""
    counted = (
        Mention.objects.filter(chunk=OuterRef("chunk"))
        .order_by()
        .values("chunk")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return (
        rows.filter(**lookup)
        .annotate(others=Subquery(counted))
        .select_related("chunk__document__repository", "chunk__section")
        .defer("chunk__content", "chunk__document__content")
    )


def related_chunk(row: Mention) -> RelatedChunk:
    """A mention as the chunk that it stands in; chunk, section and document must be loaded."""
    chunk, document = row.chunk, row.chunk.document
    address = chunk.section.address if chunk.section else ""
    return RelatedChunk(
        mark=repo_section_mark(document, address) if address else repo_document_mark(document),
        chunk_id=str(chunk.pk),
        section_id=section_id_of(document, address) if address else "",
        file=document.path,
        title=document.title,
        heading_path=list(chunk.heading_path),
        summary=chunk.section.summary if chunk.section else "",
        start_line=chunk.start_line,
        end_line=chunk.end_line,
        name=row.name,
        confidence=round(row.confidence, 3),
        is_ambiguous=row.is_ambiguous,
    )
