"""The stream over the names of code, and its hits."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import QuerySet

from apps.access.principals import Principal
from apps.documents.marks import repository_mark
from apps.documents.mentions.related import chunks_about
from apps.repos.code.finding import symbol_mark
from apps.repos.code.ranking import symbol_query
from apps.repos.models import CodeSymbol
from apps.retrieval.candidates import Candidate
from apps.retrieval.fusion import Fused
from apps.retrieval.hits import Hit
from apps.retrieval.scope import Scope
from apps.retrieval.streams import run_stream
from apps.text.snippets import Snippet, make_snippet
from apps.text.storable import storable

# Among documents only what was surely meant may take a place.
LEAST_SCORES = {"symbols": 0.3, "mixed": 0.6}
EXACT_SCORE = 0.9
MOST_EXACT = 3
STREAM = """
SELECT id, score FROM (SELECT s.id, length(s.qualified_name) AS size, {score} AS score
                       FROM code_nodes s
                       WHERE s.repository_id = ANY(%(readable)s::uuid[]) AND {fits}) found
WHERE score >= %(least)s ORDER BY score DESC, size, id LIMIT %(limit)s
"""
WHOLE = "s.repository_id = ANY(%(whole_sources)s)"


def symbol_stream(query: str, scope: Scope, mode: str) -> list[Candidate]:
    """Symbols whose names fit the query, in readable repositories.

    Symbols belong to no document and have no time of an edit: a scope narrowed to documents or to
    a time takes in only the repositories that are named as a whole.
    """
    wanted = symbol_query(str(storable(query)))
    fits = wanted.fits
    if "whole_sources" in scope.parameters:
        fits = f"{WHOLE} AND {fits}"
    sql = STREAM.format(score=wanted.score, fits=fits)
    return run_stream(sql, scope, **wanted.parameters, least=LEAST_SCORES[mode])


def exact_symbols(found: list[Candidate]) -> list[Candidate]:
    """Those that bear the very name asked for, unless everybody does."""
    exact = [one for one in found if one.score >= EXACT_SCORE]
    return exact if len(exact) <= MOST_EXACT else []


def symbol_hits(user: Principal, fused: Iterable[Fused], *, snippet_chars: int) -> dict[UUID, Hit]:
    """Hits for those of the fused candidates that are symbols, by id."""
    found = {one.id: one for one in fused if "symbols" in one.places}
    rows: QuerySet[CodeSymbol] = CodeSymbol.objects.visible_to(user).filter(pk__in=list(found))
    related = chunks_about(user=user, symbol_ids=list(found)) if found else {}
    return {
        row.pk: symbol_hit(
            found[row.pk],
            row,
            make_snippet(signature_of(row), (), chars=snippet_chars),
            [chunk.as_dict() for chunk in related.get(row.pk, ())],
        )
        for row in rows.select_related("repository")
    }


def signature_of(symbol: CodeSymbol) -> str:
    """How a symbol is declared and what it says of itself, or else its name."""
    return "\n".join(filter(None, (symbol.signature, symbol.summary))) or symbol.name


def symbol_hit(
    fused: Fused, symbol: CodeSymbol, snippet: Snippet, related: list[dict[str, object]]
) -> Hit:
    """A symbol as a hit: its signature is the snippet; it has no chunk and no document."""
    place = fused.places["symbols"]
    source = repository_mark(symbol.repository)
    return Hit(
        mark=symbol_mark(symbol, symbol.repository),
        chunk_id="",
        document_id="",
        source=source,
        source_key=symbol.path,
        title=symbol.qualified_name,
        heading_path=[],
        section_anchor="",
        snippet=snippet.text,
        content_truncated=snippet.content_truncated,
        score=round(fused.score, 6),
        streams={"symbols": {"rank": place.rank, "score": round(place.score, 6)}},
        why=f"The name of the {symbol.kind} fits (rank {place.rank}, {place.score:.2f})",
        provenance={
            "kind": "symbol",
            "source": source,
            "label": symbol.repository.slug,
            "document": symbol.path,
            "symbol_kind": symbol.kind,
            "language": symbol.language,
            "start_line": symbol.start_line,
            "end_line": symbol.end_line,
        },
        related_chunks=related,
    )
