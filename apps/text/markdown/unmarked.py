"""Links that no markup makes: wiki links and bare addresses in running text."""

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.place import Place, Range
from apps.text.markdown.wiki import find_wiki_links
from apps.text.structure import Link, LinkType

_ABSOLUTE, _WIKI = LinkType.ABSOLUTE, LinkType.WIKI


class Unmarked:
    """Takes them out of the texts that it is shown, in order, and adds them to `found`."""

    def __init__(self, place: Place, found: list[Link]) -> None:
        self._place = place
        self._found = found
        self._body = place.data[place.base :]
        self._marks = _marks(self._body)
        self._wiki = find_wiki_links(self._body)[::-1]
        self.next = self._marks[-1]
        """Where in the body the next one may stand; texts that end before need not be shown."""

    def take(self, span: Range, cell_end: int | None = None) -> int:
        """Take the links of the text at `span`, a table cell's up to `cell_end`; return `next`."""
        if self._wiki:
            self._take_wiki(span, cell_end)
        self._take_bare(span)
        marks, end = self._marks, span["end"]
        while marks[-1] < end:
            marks.pop()
        self.next = marks[-1]
        return self.next

    def _take_wiki(self, span: Range, cell_end: int | None) -> None:
        while self._wiki and self._wiki[-1].start + 1 < span["end"]:
            wiki = self._wiki.pop()
            if span["start"] <= wiki.start and (cell_end is None or wiki.end <= cell_end):
                line = self._place.line(wiki.start)
                self._found.append(Link(wiki.label, wiki.href, line, _WIKI))

    def _take_bare(self, span: Range) -> None:
        written = self._body[span["start"] : span["end"]].decode()
        for position, address in find_bare_links(written):
            href = address if "://" in address else f"http://{address}"
            line = self._place.line(span["start"] + len(written[:position].encode()))
            self._found.append(Link(address, href, line, _ABSOLUTE))


def _marks(body: bytes) -> list[int]:
    """Return where a wiki link or a bare address may stand, last first, behind a stopper."""
    found = [len(body) + 1]
    for piece in (b"://", b"www.", b"[["):
        at = body.find(piece)
        while at >= 0:
            found.append(at)
            at = body.find(piece, at + len(piece))
    return sorted(found, reverse=True)
