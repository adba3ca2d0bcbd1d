"""Fills the budget with parts, best first, and never over it."""

from collections.abc import Sequence
from dataclasses import dataclass

from apps.retrieval.packs.gathering import Gathered, left_out
from apps.retrieval.packs.pack import Left, Omitted, Pack, PackEntry
from apps.retrieval.packs.parts import Part
from apps.retrieval.packs.request import PackRequest
from apps.retrieval.packs.writing import NOTHING, pack_head, write_entry
from apps.text.pieces import Piece
from apps.text.shingles import Said
from apps.text.structure import BlockKind
from apps.text.tokens import count_tokens

MOST_OMITTED = 100
# An entry's head alone takes about as much.
LEAST_ENTRY = 40
# No text of people has more characters in a token.
MOST_CHARS = 16


@dataclass(frozen=True, slots=True)
class Written:
    """An entry and its Markdown."""

    entry: PackEntry
    markdown: str
    text: str


class Filler:
    """One filling of one budget."""

    def __init__(self, request: PackRequest, gathered: Gathered) -> None:
        self.head = pack_head(request.task)
        self.request = request
        self.gathered = gathered
        self.left = request.max_tokens - count_tokens(self.head)
        self.written: list[Written] = []
        self.omitted: list[Omitted] = []
        # Tokens that the cheapest part would have taken.
        self.least = 0
        self._said = Said()
        self._covered: dict[str, list[Piece]] = {}
        self._has_cut = False

    def fill(self) -> None:
        """Take each part whole where it fits; the first that does not is cut, if it can be."""
        for part in self.gathered.parts:
            if self.written and not self._may_fit(part):
                self.omitted.append(left_out(part, Left.BUDGET))
                continue
            pieces = self._fresh(part)
            text = part.body.render(pieces) if has_text(pieces) else ""
            if not text or self._said.holds(text):
                self.omitted.append(left_out(part, Left.DUPLICATE))
                continue
            written = self._whole(part, pieces, text) or self._cut(part, pieces)
            if written is None:
                self.omitted.append(left_out(part, Left.BUDGET))
            else:
                self._take(part, pieces, written)

    def _may_fit(self, part: Part) -> bool:
        """Whether a part need be fetched and read at all; once one is cut, all must fit whole."""
        if self.left < LEAST_ENTRY:
            return False
        return not self._has_cut or part.body.size <= self.left * MOST_CHARS

    def _fresh(self, part: Part) -> list[Piece]:
        """The pieces that no entry has shown yet."""
        shown = self._covered.get(part.document_id, []) if part.document_id else []
        return [piece for piece in part.body.pieces if piece not in shown]

    def _take(self, part: Part, pieces: Sequence[Piece], written: Written) -> None:
        self.written.append(written)
        self.left -= written.entry.tokens
        self._said.add(written.text)
        shown = [one for one in pieces if one.end_line + part.body.offset <= written.entry.end_line]
        self._covered.setdefault(part.document_id, []).extend(shown)

    def _whole(self, part: Part, pieces: Sequence[Piece], text: str) -> Written | None:
        written = self._write(part, pieces, len(pieces), text)
        return written if written.entry.tokens <= self.left else None

    def _cut(self, part: Part, pieces: Sequence[Piece]) -> Written | None:
        """As many leading pieces as fit, once in a pack."""
        if self._has_cut:
            return None
        counts = [n for n in range(1, len(pieces)) if has_text(pieces[:n])]
        counts = [n for n in counts if pieces[n - 1].kind is not BlockKind.HEADING]
        if not self.written:
            smallest = self._write(part, pieces, counts[0] if counts else len(pieces))
            self.least = min(self.least or smallest.entry.tokens, smallest.entry.tokens)
        best = None
        low, high = 0, len(counts)
        while low < high:
            middle = (low + high) // 2
            written = self._write(part, pieces, counts[middle])
            if written.entry.tokens <= self.left:
                best, low = written, middle + 1
            else:
                high = middle
        self._has_cut = best is not None
        return best

    def _write(
        self, part: Part, pieces: Sequence[Piece], count: int, text: str | None = None
    ) -> Written:
        """The entry with the first pieces (``text``); its tokens are those of all its Markdown."""
        offset = part.body.offset
        shown = pieces[:count]
        lines = shown[0].start_line + offset, max(one.end_line for one in shown) + offset
        is_cut = count < len(pieces) or part.body.is_partial
        next_line = pieces[count].start_line + offset if count < len(pieces) else lines[1] + 1
        text = part.body.render(shown) if text is None else text
        number = len(self.written) + 1
        markdown = write_entry(
            number, part, text, lines=lines, next_line=next_line if is_cut else 0
        )
        entry = PackEntry(
            mark=part.mark,
            title=part.title,
            heading_path=list(part.heading_path),
            source=part.source,
            reason=part.reason,
            why=part.why,
            score=part.score,
            tokens=count_tokens(markdown),
            start_line=lines[0],
            end_line=lines[1],
            content_truncated=is_cut,
            next_mark=part.rest if is_cut else "",
            chunk_id=part.chunk_id,
            document_id=part.document_id,
        )
        return Written(entry, markdown, text)

    @property
    def smallest(self) -> int:
        """Tokens that the smallest pack with anything in it takes, as far as is known."""
        spent = sum(one.entry.tokens for one in self.written)
        return self.request.max_tokens - self.left - spent + (self.least or count_tokens(NOTHING))

    def pack(self) -> Pack:
        """The pack, counted as a whole: should that be more than the sum, the last entries go."""
        written = list(self.written)
        markdown = self._markdown(written)
        while count_tokens(markdown) > self.request.max_tokens and written:
            gone = written.pop().entry
            self.omitted.append(
                Omitted(gone.mark, gone.title, gone.reason, gone.score, Left.BUDGET)
            )
            markdown = self._markdown(written)
        return Pack(
            task=self.request.task,
            max_tokens=self.request.max_tokens,
            markdown=markdown,
            entries=tuple(one.entry for one in written),
            tokens=count_tokens(markdown),
            omitted=tuple([*self.omitted, *self.gathered.omitted][:MOST_OMITTED]),
            degraded=self.gathered.degraded,
        )

    def _markdown(self, written: Sequence[Written]) -> str:
        body = "".join(one.markdown for one in written)
        return self.head + (body if self.gathered.parts else NOTHING)


def has_text(pieces: Sequence[Piece]) -> bool:
    """Whether there is more than headings."""
    return any(piece.kind is not BlockKind.HEADING for piece in pieces)
