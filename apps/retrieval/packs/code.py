"""The code that the seeds name."""

from collections.abc import Iterator
from uuid import UUID

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.documents.file_lines import read_lines
from apps.documents.marks import repository_mark
from apps.documents.models import Mention, RepoDocumentChunk
from apps.repos.code.finding import symbol_mark
from apps.repos.models import CodeSymbol
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.parts import CodeBody, Part, name_of
from apps.retrieval.packs.seeds import Evidence, Seed

MOST_SYMBOLS = 8
MOST_LINES = 80
# Shares of the seed's score: for being named, and for how sure the name is.
NAME_SHARE = 0.3
CONFIDENCE_SHARE = 0.4


def find_code(*, user: Principal, evidence: Evidence) -> Iterator[Part]:
    """The symbols that the seeds surely mean, the surest of the best seeds first."""
    seeds = {
        seed.chunk.pk: seed for seed in evidence.seeds if isinstance(seed.chunk, RepoDocumentChunk)
    }
    if not seeds:
        return
    rows = Mention.objects.visible_to(user).filter(chunk__in=list(seeds), is_ambiguous=False)
    mentions = sorted(
        rows.select_related("symbol__repository"),
        key=lambda row: (-score_of(row, seeds[row.chunk_id]), str(row.symbol), row.symbol.path),
    )
    named: dict[UUID, Mention] = {}
    for row in mentions:
        if len(named) < MOST_SYMBOLS:
            named.setdefault(row.symbol_id, row)
    for row in named.values():
        yield symbol_part(user, row, seeds[row.chunk_id])


def score_of(mention: Mention, seed: Seed) -> float:
    """A share of the seed's score."""
    return round(seed.score * (NAME_SHARE + CONFIDENCE_SHARE * mention.confidence), 4)


def symbol_part(user: Principal, mention: Mention, seed: Seed) -> Part:
    """A symbol with its lines, or its signature where the mirror cannot be read."""
    symbol = mention.symbol
    mark = symbol_mark(symbol, symbol.repository)
    text, is_whole = source_of(user, symbol)
    return Part(
        reason=Reason.CODE,
        score=score_of(mention, seed),
        why=f"Named in {name_of(seed.chunk)}",
        mark=mark,
        rest=mark,
        title=symbol.qualified_name,
        heading_path=(symbol.path,),
        source=repository_mark(symbol.repository),
        document_id="",
        chunk_id="",
        body=CodeBody(text, symbol.language, symbol.start_line),
        is_partial=not is_whole,
    )


def source_of(user: Principal, symbol: CodeSymbol) -> tuple[str, bool]:
    """The first lines of a symbol, and whether they are all of it."""
    last = min(symbol.end_line, symbol.start_line + MOST_LINES - 1)
    try:
        lines = read_lines(
            user=user,
            repository_id=symbol.repository_id,
            path=symbol.path,
            start=symbol.start_line,
            end=last,
        )
    except DomainError:
        return symbol.signature or symbol.name, False
    return lines.content, last == symbol.end_line
