"""The tables of a page of HTML, those inside of others too."""

from apps.text.formats.html.parts import Part, TablePart
from apps.text.formats.html.tokens import Token

_CELLS = ("td", "th")


class TableReader:
    """Takes the tags of a page; `cell` is the one that text now belongs to."""

    def __init__(self) -> None:
        self.cell: Part | None = None
        self._found: list[TablePart] = []
        self._open: list[tuple[TablePart, Part | None]] = []

    def all(self) -> list[TablePart]:
        """Return the tables in the order in which they begin."""
        return sorted(self._found, key=lambda table: table.start)

    def take(self, token: Token) -> None:
        """Take in a tag; what is no tag of a table is passed over."""
        if token.name == "table":
            if token.is_close:
                self._close(token.end)
            else:
                self._open.append((TablePart(token.start), self.cell))
                self.cell = None
        elif token.name == "tr" and self._open:
            self.cell = None
            if not token.is_close:
                self._add_row()
        elif token.name in _CELLS and self._open:
            self.cell = None if token.is_close else self._add_cell(token)

    def end(self, at: int) -> None:
        """End all tables that are still open."""
        while self._open:
            self._close(at)

    def _add_row(self) -> None:
        table = self._open[-1][0]
        table.rows.append([])
        table.heads.append(True)

    def _add_cell(self, token: Token) -> Part:
        table = self._open[-1][0]
        if not table.rows:
            self._add_row()
        cell = Part(token.start)
        table.rows[-1].append(cell)
        table.heads[-1] = table.heads[-1] and token.name == "th"
        return cell

    def _close(self, at: int) -> None:
        if self._open:
            table, self.cell = self._open.pop()
            table.end = at
            self._found.append(table)
