"""Links that no markup of CommonMark makes: wiki links, roles of MyST and bare addresses."""

import re

from apps.text.markdown.autolinks import find_bare_links
from apps.text.markdown.place import Place, Range
from apps.text.markdown.roles import RoleLink, find_role_links
from apps.text.markdown.wiki import WikiLink, find_wiki_links
from apps.text.structure import Link, LinkType

# A pattern finds a short text in a long one in half the time that `bytes.find` takes.
_SCHEME, _HOST = re.compile(rb"://"), re.compile(rb"www\.")
_ABSOLUTE = LinkType.ABSOLUTE


class Unmarked:
    """Takes them out of the texts that it is shown, in order, and adds them to `found`."""

    def __init__(self, place: Place, found: list[Link]) -> None:
        self._place = place
        self._found = found
        self._body = place.data[place.base :]
        self._written = _written(self._body)
        self._nowhere = len(self._body) + 1
        self._scheme = self._host = -1
        self.next = self._seek(0)
        """Where in the body the next one may stand; texts that end before need not be shown."""

    def take(self, span: Range, cell_end: int | None = None) -> int:
        """Take the links of the text at `span`, a table cell's up to `cell_end`; return `next`."""
        start, end = span["start"], span["end"]
        if self._written:
            self._take_written(span, cell_end)
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
        return min(bare, self._written[-1].start) if self._written else bare

    def _find(self, mark: re.Pattern[bytes], position: int) -> int:
        found = mark.search(self._body, position)
        return found.start() if found else self._nowhere

    def _take_written(self, span: Range, cell_end: int | None) -> None:
        while self._written and self._written[-1].start + 1 < span["end"]:
            one = self._written.pop()
            if span["start"] <= one.start and (cell_end is None or one.end <= cell_end):
                line = self._line(one.start)
                self._found.append(Link(one.label, one.href, line, one.link_type))

    def _take_bare(self, start: int, end: int) -> None:
        written = self._body[start:end].decode()
        for position, address in find_bare_links(written):
            href = address if "://" in address else f"http://{address}"
            line = self._line(start + len(written[:position].encode()))
            self._found.append(Link(address, href, line, _ABSOLUTE))

    def _line(self, position: int) -> int:
        return self._place.line_at(self._place.base + position)


def _written(body: bytes) -> list[WikiLink | RoleLink]:
    """Return what is spelt like a wiki link or a role that refers, the last one first."""
    found: list[WikiLink | RoleLink] = [*find_wiki_links(body), *find_role_links(body)]
    return sorted(found, key=lambda one: one.start, reverse=True) if found else []
