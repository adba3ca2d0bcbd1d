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
from apps.retrieval.packs.texts import ENTRY_LEVEL, name_of
from apps.text.excerpts import excerpt
from apps.text.identifiers import identifier_tokens
from apps.text.pieces import Piece, pieces_within
from apps.text.source_file import parse_source_file
from apps.text.structure import ParsedDocument
from apps.text.terms import text_words

MOST_SYMBOLS = 8
MOST_LINES = 80
# Shares of the seed's score: for being named, for how sure the name is, and for the share of the
# symbol's own name that the task has.
NAME_SHARE = 0.3
CONFIDENCE_SHARE = 0.25
TASK_SHARE = 0.4


def find_code(*, user: Principal, evidence: Evidence, task: str) -> Iterator[Part]:
    """The symbols that the seeds surely mean: those that the task is about, then the surest."""
    seeds = {
        seed.chunk.pk: seed for seed in evidence.seeds if isinstance(seed.chunk, RepoDocumentChunk)
    }
    if not seeds:
        return
    rows = Mention.objects.visible_to(user).filter(chunk__in=list(seeds), is_ambiguous=False)
    words = words_of(task)
    scored = [
        (score_of(row, seeds[row.chunk_id], words), row)
        for row in rows.select_related("symbol__repository")
    ]
    scored.sort(key=lambda one: (-one[0], str(one[1].symbol), one[1].symbol.path))
    named: dict[UUID, tuple[float, Mention]] = {}
    for score, row in scored:
        if len(named) < MOST_SYMBOLS:
            named.setdefault(row.symbol_id, (score, row))
    for score, row in named.values():
        yield symbol_part(user, row, seeds[row.chunk_id], score)


def words_of(text: str) -> frozenset[str]:
    """The words of a text and of the identifiers in it, stemmed."""
    return frozenset(text_words(f"{text} {' '.join(identifier_tokens(text))}".replace("_", " ")))


def score_of(mention: Mention, seed: Seed, task: frozenset[str]) -> float:
    """A share of the seed's score; words that the whole repository is called tell nothing."""
    task -= words_of(mention.symbol.repository.name.rpartition("/")[2])
    name = words_of(mention.symbol.name)
    share = len(name & task) / len(name) if name else 0.0
    confidence = CONFIDENCE_SHARE * mention.confidence
    return round(seed.score * (NAME_SHARE + confidence + TASK_SHARE * share), 4)


def symbol_part(user: Principal, mention: Mention, seed: Seed, score: float) -> Part:
    """A symbol as a part."""
    symbol = mention.symbol
    mark = symbol_mark(symbol, symbol.repository)
    return Part(
        reason=Reason.CODE,
        score=score,
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
    """The first lines of a symbol; its signature where they cannot be read."""

    size = 0

    def __init__(self, symbol: CodeSymbol, user: Principal) -> None:
        self._symbol = symbol
        self._user = user
        self.offset = symbol.start_line - 1

    @cached_property
    def _parsed(self) -> ParsedDocument:
        symbol = self._symbol
        try:
            text = read_lines(
                user=self._user,
                repository_id=symbol.repository_id,
                path=symbol.path,
                start=symbol.start_line,
                end=min(symbol.end_line, symbol.start_line + MOST_LINES - 1),
            ).content
        except DomainError:
            text = symbol.signature or symbol.name
        return parse_source_file(text, symbol.language)

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Runs of lines; the last one only if the symbol does not go on in the midst of it."""
        pieces = pieces_within(self._parsed, 1, MOST_LINES)
        goes_on = self._symbol.end_line - self.offset > MOST_LINES
        return tuple(pieces[:-1] if goes_on and len(pieces) > 1 else pieces)

    @property
    def is_partial(self) -> bool:
        """Whether the symbol goes on."""
        return (
            self.pieces[-1].end_line + self.offset < self._symbol.end_line if self.pieces else True
        )

    def render(self, pieces: Sequence[Piece]) -> str:
        """The lines in a fence."""
        return excerpt(self._parsed, pieces, below=ENTRY_LEVEL)
