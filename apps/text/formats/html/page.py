"""What a page of HTML holds: headings, code, tables, links and blocks, by character."""

from collections.abc import Callable
from dataclasses import dataclass, field
from html import unescape

from apps.text.formats.html.tokens import Token, tokens_of
from apps.text.structure import BlockKind

HEADINGS = {f"h{level}": level for level in range(1, 7)}
BLOCKS = {
    "p": BlockKind.PARAGRAPH,
    "ul": BlockKind.LIST,
    "ol": BlockKind.LIST,
    "dl": BlockKind.DEFINITION,
    "table": BlockKind.TABLE,
    "pre": BlockKind.CODE,
    "blockquote": BlockKind.QUOTE,
}
_BREAKING = frozenset(
    """address article aside blockquote body dd div dl dt fieldset figure footer form header hr
    html li main nav ol p pre section table tbody td tfoot th thead tr ul""".split()  # noqa: SIM905
)
_HOLDERS = frozenset({"section", "div", "article", "a", "span", "header"})
PERMALINKS = "\u00b6\u00a7#\U0001f517"
"""Signs that stand for the link of a heading to itself."""
_LANGUAGE_PREFIXES = ("language-", "lang-", "highlight-source-", "highlight-")


@dataclass(slots=True)
class Part:
    """A stretch of the page from one place to another, with the text inside."""

    start: int
    end: int = 0
    level: int = 0
    name: str = ""
    pieces: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The text with its white space as it stands."""
        return "".join(self.pieces)

    @property
    def line(self) -> str:
        """The text in one line."""
        return " ".join(self.text.split())


@dataclass(slots=True)
class TablePart(Part):
    """A table; `rows` are its cells, `heads` tells which rows hold nothing but headers."""

    rows: list[list[Part]] = field(default_factory=list)
    heads: list[bool] = field(default_factory=list)


class Page:
    """Reads a page once. Ends that are missing are put where a browser would put them, nearly."""

    def __init__(self, source: str) -> None:
        self.title = ""
        self.metadata: dict[str, str] = {}
        self.headings: list[Part] = []
        self.codes: list[Part] = []
        self.tables: list[TablePart] = []
        self.links: list[Part] = []
        self.blocks: list[tuple[BlockKind, int, int]] = []
        self._source = source
        self._heading: Part | None = None
        self._link: Part | None = None
        self._code: Part | None = None
        self._title: Part | None = None
        self._open_tables: list[TablePart] = []
        self._cells: list[Part | None] = []
        self._block: tuple[str, int, int] | None = None
        self._holder: tuple[str, int] = ("", 0)
        self._language: tuple[str, int] = ("", 0)
        self._text_end = 0
        self.head_end = 0
        self._openers = self._by_name()
        self._read()

    def _read(self) -> None:
        for token in tokens_of(self._source):
            if not token.name:
                self._take_text(token)
            elif token.is_close:
                self._close(token)
            else:
                self._open(token)
            if token.name in BLOCKS:
                self._bound(token)
        end = len(self._source)
        self._end_heading(end)
        self._end_link(end)
        self._end_code(end)
        while self._open_tables:
            self._end_table(end)

    def _take_text(self, token: Token) -> None:
        raw = self._source[token.start : token.end]
        if raw.strip():
            self._text_end = token.end
        text = unescape(raw)
        for part in (self._heading, self._link, self._code, self._title, *self._cells[-1:]):
            if part is not None:
                part.pieces.append(text)

    def _open(self, token: Token) -> None:
        name = token.name
        if name in HEADINGS:
            self._open_heading(token)
            return
        if name in _BREAKING:
            self._end_heading(token.start)
        opener = self._openers.get(name)
        if opener is not None:
            opener(token)
        if name in _HOLDERS and (own := _name_of(token)):
            if self._heading is not None and not self._heading.name and not self._heading.line:
                self._heading.name = own
            self._holder = (own, token.end)

    def _by_name(self) -> dict[str, Callable[[Token], None]]:
        return {
            "a": self._open_link,
            "br": self._break,
            "code": self._open_code,
            "body": self._open_body,
            "div": self._open_frame,
            "figure": self._open_frame,
            "meta": self._open_meta,
            "pre": self._open_pre,
            "table": self._open_table,
            "td": self._open_cell,
            "th": self._open_cell,
            "title": self._open_title,
            "tr": self._open_row,
        }

    def _close(self, token: Token) -> None:
        name = token.name
        if name in HEADINGS:
            self._end_heading(token.end)
        elif name == "a":
            self._end_link(token.end)
        elif name == "pre":
            self._end_code(token.end)
        elif name == "head" and not self.headings:
            self.head_end = token.end
        elif name == "title" and self._title is not None:
            self.title = self.title or self._title.line
            self._title = None
        elif name in ("td", "th", "tr") and self._cells:
            self._cells[-1] = None
        elif name == "table" and self._open_tables:
            self._end_table(token.end)

    # Headings, links, code

    def _open_heading(self, token: Token) -> None:
        """Begin a heading; without an id it has that of the element that has just begun."""
        self._end_heading(token.start)
        self._end_code(token.start)
        own = token.attributes.get("id", "")
        holder = self._holder[0] if self._text_end <= self._holder[1] else ""
        self._heading = Part(token.start, level=HEADINGS[token.name], name=own or holder)
        self._holder = ("", 0)

    def _end_heading(self, end: int) -> None:
        if self._heading is not None:
            self._heading.end = end
            self.headings.append(self._heading)
            self._heading = None

    def _open_link(self, token: Token) -> None:
        self._end_link(token.start)
        href = token.attributes.get("href", "").strip()
        if href:
            self._link = Part(token.start, name=href)

    def _end_link(self, end: int) -> None:
        if self._link is not None:
            self._link.end = end
            self.links.append(self._link)
            self._link = None

    def _open_pre(self, token: Token) -> None:
        self._end_code(token.start)
        around = self._language[0] if self._text_end <= self._language[1] else ""
        self._code = Part(token.start, name=language_of(token) or around)

    def _open_frame(self, token: Token) -> None:
        """Remember the language that an element around the code tells, as Sphinx writes it."""
        if language := language_of(token):
            self._language = (language, token.end)

    def _open_code(self, token: Token) -> None:
        if self._code is not None and not self._code.name:
            self._code.name = language_of(token)

    def _end_code(self, end: int) -> None:
        if self._code is not None:
            self._code.end = end
            self.codes.append(self._code)
            self._code = None

    def _break(self, _token: Token) -> None:
        for part in (self._heading, self._link, self._code, *self._cells[-1:]):
            if part is not None:
                part.pieces.append("\n")

    # The head

    def _open_title(self, token: Token) -> None:
        self._title = Part(token.start)

    def _open_body(self, token: Token) -> None:
        if not self.headings and not self.head_end:
            self.head_end = token.start

    def _open_meta(self, token: Token) -> None:
        written = token.attributes
        name = written.get("name") or written.get("property", "")
        if name and "content" in written and len(self.metadata) < 100:
            self.metadata.setdefault(name.lower()[:100], written["content"][:2000])

    # Tables

    def _open_table(self, token: Token) -> None:
        self._open_tables.append(TablePart(token.start))
        self._cells.append(None)

    def _open_row(self, _token: Token) -> None:
        if self._open_tables:
            self._open_tables[-1].rows.append([])
            self._open_tables[-1].heads.append(True)
            self._cells[-1] = None

    def _open_cell(self, token: Token) -> None:
        if not self._open_tables:
            return
        table = self._open_tables[-1]
        if not table.rows:
            self._open_row(token)
        cell = Part(token.start)
        table.rows[-1].append(cell)
        table.heads[-1] = table.heads[-1] and token.name == "th"
        self._cells[-1] = cell

    def _end_table(self, end: int) -> None:
        table = self._open_tables.pop()
        self._cells.pop()
        table.end = end
        self.tables.append(table)

    # Blocks

    def _bound(self, token: Token) -> None:
        """Keep the outermost block elements and where they end."""
        if self._block is None:
            if not token.is_close:
                self._block = (token.name, token.start, 1)
            return
        name, start, depth = self._block
        if name == "p" and not token.is_close:
            self.blocks.append((BLOCKS[name], start, token.start))
            self._block = (token.name, token.start, 1)
            return
        if token.name != name:
            return
        depth += -1 if token.is_close else 1
        self._block = (name, start, depth)
        if depth == 0:
            self.blocks.append((BLOCKS[name], start, token.end))
            self._block = None


def _name_of(token: Token) -> str:
    return token.attributes.get("id") or (
        token.attributes.get("name", "") if token.name == "a" else ""
    )


def language_of(token: Token) -> str:
    """Return the language that a tag's classes tell, in any of the usual spellings."""
    written = token.attributes
    for word in written.get("class", "").split():
        for prefix in _LANGUAGE_PREFIXES:
            if word.startswith(prefix) and len(word) > len(prefix):
                language = word.removeprefix(prefix)
                return "" if language in ("default", "none") else language
    return written.get("data-lang", "")


def title_of(part: Part) -> str:
    """Return the text of a heading without the sign of its own link."""
    return part.line.rstrip(PERMALINKS + " ") or part.line
