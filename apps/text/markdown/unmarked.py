"""Links that no markup makes: wiki links and bare addresses in running text."""

import re

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.place import Place, Range
from apps.text.markdown.wiki import find_wiki_links
from apps.text.structure import Link, LinkType

# A pattern finds a short text in a long one in half the time that `bytes.find` takes.
_SCHEME, _HOST = re.compile(rb"://"), re.compile(rb"www\.")
_ABSOLUTE, _WIKI = LinkType.ABSOLUTE, LinkType.WIKI


class Unmarked:
    """Takes them out of the texts that it is shown, in order, and adds them to `found`."""

    def __init__(self, place: Place, found: list[Link]) -> None:
        self._place = place
        self._found = found
        self._body = place.data[place.base :]
        self._wiki = find_wiki_links(self._body)[::-1]
        self._nowhere = len(self._body) + 1
        self._scheme = self._host = -1
        self.next = self._seek(0)
        """Where in the body the next one may stand; texts that end before need not be shown."""

    def take(self, span: Range, cell_end: int | None = None) -> int:
        """Take the links of the text at `span`, a table cell's up to `cell_end`; return `next`."""
        start, end = span["start"], span["end"]
        if self._wiki:
            self._take_wiki(span, cell_end)
        # Most addresses stand in the targets of links, which no text covers.
        if self._seek(start) < end:
            self._take_bare(start, end)
        self.next = self._seek(end)
        return self.next

    def _seek(self, position: int) -> int:
        """Return where, from `position` on, a link may stand at the earliest."""
        if self._scheme < position:
            self._scheme = self._find(_SCHEME, position)
        if self._host < position:
            self._host = self._find(_HOST, position)
        bare = min(self._scheme, self._host)
        return min(bare, self._wiki[-1].start) if self._wiki else bare

    def _find(self, mark: re.Pattern[bytes], position: int) -> int:
        found = mark.search(self._body, position)
        return found.start() if found else self._nowhere

    def _take_wiki(self, span: Range, cell_end: int | None) -> None:
        while self._wiki and self._wiki[-1].start + 1 < span["end"]:
            wiki = self._wiki.pop()
            if span["start"] <= wiki.start and (cell_end is None or wiki.end <= cell_end):
                line = self._line(wiki.start)
                self._found.append(Link(wiki.label, wiki.href, line, _WIKI))

    def _take_bare(self, start: int, end: int) -> None:
        written = self._body[start:end].decode()
        for position, address in find_bare_links(written):
            href = address if "://" in address else f"http://{address}"
            line = self._line(start + len(written[:position].encode()))
            self._found.append(Link(address, href, line, _ABSOLUTE))

    def _line(self, position: int) -> int:
        return self._place.line_at(self._place.base + position)
