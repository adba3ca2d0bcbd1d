"""What a page of HTML holds: headings, code, tables, links and blocks, by character."""

from collections.abc import Callable
from html import unescape

from apps.text.formats.html.bounds import BlockBounds
from apps.text.formats.html.parts import Part, language_of, name_of
from apps.text.formats.html.tables import TableReader
from apps.text.formats.html.tokens import Token, tokens_of

HEADINGS = {f"h{level}": level for level in range(1, 7)}
_BREAKING = frozenset(
    """address article aside blockquote body dd div dl dt fieldset figure footer form header hr
    html li main nav ol p pre section table tbody td tfoot th thead tr ul""".split()  # noqa: SIM905
)
_HOLDERS = frozenset({"section", "div", "article", "a", "span", "header"})


class Page:
    """Reads a page once. Ends that are missing are put where a browser would put them, nearly."""

    def __init__(self, source: str) -> None:
        self.title = ""
        self.metadata: dict[str, str] = {}
        self.headings: list[Part] = []
        self.codes: list[Part] = []
        self.links: list[Part] = []
        self.tables = TableReader()
        self.blocks = BlockBounds()
        self.head_end = 0
        self._source = source
        self._heading: Part | None = None
        self._link: Part | None = None
        self._code: Part | None = None
        self._title: Part | None = None
        self._holder: tuple[str, int] = ("", 0)
        self._language: tuple[str, int] = ("", 0)
        self._text_end = 0
        self._openers = self._by_name()
        self._read()

    def _read(self) -> None:
        for token in tokens_of(self._source):
            self.tables.take(token)
            if not token.name:
                self._take_text(token)
            elif token.is_close:
                self._close(token)
            else:
                self._open(token)
            self.blocks.take(token)
        end = len(self._source)
        self._end_heading(end)
        self._end_link(end)
        self._end_code(end)
        self.tables.end(end)

    def _take_text(self, token: Token) -> None:
        raw = self._source[token.start : token.end]
        if raw.strip():
            self._text_end = token.end
        text = unescape(raw)
        for part in (self._heading, self._link, self._code, self._title, self.tables.cell):
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
        if name in _HOLDERS and (own := name_of(token)):
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
            "title": self._open_title,
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
        for part in (self._heading, self._link, self._code, self.tables.cell):
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
