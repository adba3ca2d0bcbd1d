"""The code that the seeds name."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from uuid import UUID

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.documents.file_lines import read_lines
from apps.documents.marks import repository_mark
from apps.documents.models import Mention, RepoDocumentChunk
from apps.repos.code.finding import symbol_mark
from apps.repos.models import CodeSymbol
from apps.retrieval.packs.pack import Reason
from apps.retrieval.packs.parts import Part
from apps.retrieval.packs.seeds import Evidence, Seed
from apps.retrieval.packs.texts import name_of
from apps.text.excerpts import Piece, fenced
from apps.text.structure import BlockKind

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
    """A symbol as a part."""
    symbol = mention.symbol
    mark = symbol_mark(symbol, symbol.repository)
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
        body=CodeBody(symbol, user),
    )


class CodeBody:
    """The first lines of a symbol, each a piece; its signature where they cannot be read."""

    offset = 0
    size = 0

    def __init__(self, symbol: CodeSymbol, user: Principal) -> None:
        self._symbol = symbol
        self._user = user

    @cached_property
    def _read(self) -> tuple[str, int]:
        """Text and number of its last line, 0 for a signature."""
        symbol = self._symbol
        try:
            lines = read_lines(
                user=self._user,
                repository_id=symbol.repository_id,
                path=symbol.path,
                start=symbol.start_line,
                end=min(symbol.end_line, symbol.start_line + MOST_LINES - 1),
            )
        except DomainError:
            return symbol.signature or symbol.name, 0
        return lines.content, lines.end_line

    @cached_property
    def _lines(self) -> list[str]:
        return self._read[0].splitlines() or [""]

    @property
    def is_partial(self) -> bool:
        """Whether the symbol goes on."""
        return self._read[1] != self._symbol.end_line

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """One for each line; their offsets are numbers of lines."""
        first = self._symbol.start_line
        return tuple(
            Piece(BlockKind.CODE, index, index + 1, first + index, first + index)
            for index in range(len(self._lines))
        )

    def render(self, pieces: Sequence[Piece]) -> str:
        """The lines in a fence."""
        text = "\n".join(self._lines[one.start] for one in pieces)
        return fenced(text, self._symbol.language)
