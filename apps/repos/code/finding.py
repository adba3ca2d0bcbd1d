"""Symbols for people: list, search, find by name."""

import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from django.db import connection
from django.db.models import QuerySet

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.repos.code.ranking import symbol_query
from apps.repos.models import CodeSymbol, Repository
from apps.text.marks import SymbolMark
from apps.text.storable import storable

MOST_FOUND = 300
LEAST_SCORE = 0.3
SEARCH = """
SELECT id FROM (SELECT s.id, s.path, s.start_line, length(s.qualified_name) AS size,
                       {score} AS score
                FROM code_nodes s WHERE s.repository_id = %(repository)s AND {fits}) found
WHERE score >= %(least)s ORDER BY score DESC, size, path, start_line, id LIMIT %(limit)s
"""


@dataclass(frozen=True, slots=True)
class SymbolEntry:
    """A symbol with its address."""

    id: str
    mark: str
    kind: str
    name: str
    qualified_name: str
    language: str
    signature: str
    summary: str
    file_path: str
    start_line: int
    end_line: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def symbol_entry(symbol: CodeSymbol, repository: Repository) -> SymbolEntry:
    """A stored symbol as others see it."""
    return SymbolEntry(
        id=str(symbol.pk),
        mark=symbol_mark(symbol, repository),
        kind=symbol.kind,
        name=symbol.name,
        qualified_name=symbol.qualified_name,
        language=symbol.language,
        signature=symbol.signature,
        summary=symbol.summary,
        file_path=symbol.path,
        start_line=symbol.start_line,
        end_line=symbol.end_line,
    )


def symbol_mark(symbol: CodeSymbol, repository: Repository) -> str:
    """``symbol:HOST/OWNER/NAME/QUALIFIED.NAME``."""
    place = (repository.host, repository.namespace, repository.name)
    return str(SymbolMark(*place, symbol.qualified_name))


def search_symbols(
    *, user: Principal, repository_id: uuid.UUID, query: str
) -> QuerySet[CodeSymbol] | Sequence[CodeSymbol]:
    """The symbols of one repository that a query may mean, best first, at most 300.

    Without a query all of them, by file and line. Raises `NotFoundError`.
    """
    repository = Repository.objects.find(user=user, pk=repository_id)
    if not query.strip():
        every = CodeSymbol.objects.visible_to(user).filter(repository=repository)
        return every.order_by("path", "start_line", "id")
    wanted = symbol_query(str(storable(query)))
    values: dict[str, Any] = {
        "repository": repository.pk,
        "least": LEAST_SCORE,
        "limit": MOST_FOUND,
    }
    with connection.cursor() as cursor:
        sql = SEARCH.format(score=wanted.score, fits=wanted.fits)
        cursor.execute(sql, {**wanted.parameters, **values})
        ids = [pk for (pk,) in cursor.fetchall()]
    rows = CodeSymbol.objects.visible_to(user).in_bulk(ids)
    return [rows[pk] for pk in ids if pk in rows]


def find_symbols_named(
    *, user: Principal, repository: Repository, name: str
) -> QuerySet[CodeSymbol]:
    """The symbols of a qualified name, else those of a plain name. Raises `NotFoundError`."""
    wanted = str(storable(name)).strip().removesuffix("()")
    rows = CodeSymbol.objects.visible_to(user).filter(repository=repository)
    for lookup in ({"qualified_name": wanted}, {"name": wanted}):
        found = rows.filter(**lookup).order_by("path", "start_line", "id")
        if wanted and found.exists():
            return found
    raise NotFoundError("There is no such symbol.")
