"""References both ways: the symbols that a section names, the sections that name a symbol."""

import uuid
from dataclasses import asdict, dataclass, field
from typing import Any

from apps.access.errors import InvalidRequestError
from apps.access.principals import Principal
from apps.documents.locating import locate_section, ready_repository, section_id_of
from apps.documents.mentions.related import ORDER, RelatedChunk, by_relevance, related_chunk
from apps.documents.models import Mention, RepoDocument, Section
from apps.repos.code.finding import SymbolEntry, find_symbols_named, symbol_entry
from apps.repos.models import Repository

MOST_REFS = 200


@dataclass(frozen=True, slots=True)
class NamedSymbol:
    """A symbol that a text names, with the name as written and how sure that is, 0 to 1."""

    symbol: SymbolEntry
    name: str
    confidence: float
    is_ambiguous: bool


@dataclass(frozen=True, slots=True)
class Refs:
    """What is asked about (a section or symbols) and what it leads to."""

    section_id: str = ""
    redirected_from: str = ""
    symbols: list[NamedSymbol] = field(default_factory=list)
    sections: list[RelatedChunk] = field(default_factory=list)

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def find_refs(
    *, user: Principal, repository_id: uuid.UUID, section_id: str = "", symbol: str = ""
) -> Refs:
    """The symbols of a section, or the sections of a symbol (qualified or plain name).

    Raises `InvalidRequestError` unless exactly one is given, `NotFoundError`, `GoneError`,
    `NotReadyError`.
    """
    if bool(section_id) == bool(symbol):
        message = "Give either section_id or symbol."
        raise InvalidRequestError.for_field("section_id", message)
    repository = ready_repository(user=user, repository_id=repository_id)
    if symbol:
        return _of_symbol(user, repository, symbol)
    place = locate_section(user=user, repository=repository, section_id=section_id)
    return Refs(
        section_id=section_id_of(place.document, place.section.address),
        redirected_from=place.redirected_from,
        symbols=symbols_of(user=user, section=place.section, repository=repository),
    )


def symbols_of(
    *,
    user: Principal,
    repository: Repository,
    section: Section | None = None,
    document: RepoDocument | None = None,
) -> list[NamedSymbol]:
    """The symbols that a section or a whole document names, each once, the surest first.

    Names that may mean several symbols give all of them, marked ambiguous, at the end.
    """
    rows = Mention.objects.visible_to(user).select_related("symbol")
    if section is not None:
        rows = rows.filter(chunk__section=section)
    if document is not None:
        rows = rows.filter(chunk__document=document)
    found: dict[uuid.UUID, NamedSymbol] = {}
    order = ("is_ambiguous", "-confidence", "symbol__qualified_name", "symbol__path", "pk")
    for row in rows.order_by(*order):
        if row.symbol_id not in found and len(found) < MOST_REFS:
            entry = symbol_entry(row.symbol, repository)
            found[row.symbol_id] = NamedSymbol(
                entry, row.name, round(row.confidence, 3), row.is_ambiguous
            )
    return list(found.values())


def _of_symbol(user: Principal, repository: Repository, name: str) -> Refs:
    symbols = list(find_symbols_named(user=user, repository=repository, name=name)[:MOST_REFS])
    rows = by_relevance(Mention.objects.visible_to(user), symbol__in=symbols)
    sections: dict[str, RelatedChunk] = {}
    for row in rows.order_by("is_ambiguous", *ORDER)[: 5 * MOST_REFS]:
        chunk = related_chunk(row)
        sections.setdefault(chunk.mark, chunk)
    return Refs(
        symbols=[NamedSymbol(symbol_entry(one, repository), name, 1.0, False) for one in symbols],
        sections=list(sections.values())[:MOST_REFS],
    )
