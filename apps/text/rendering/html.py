"""An HTML page as the part of it that readers see, with the parser's anchors."""

from html import escape

from apps.text.formats.html.page import Page
from apps.text.formats.html.parts import PERMALINKS, Part, TablePart
from apps.text.formats.html.tokens import Token, tokens_of
from apps.text.rendering.canvas import Canvas
from apps.text.rendering.code import CodeWriter
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.raw_html import RawTag, RawText, read_inline
from apps.text.rendering.tables import TABLE_FRAME
from apps.text.structure import Heading, ParsedDocument

_IN_HEADINGS = frozenset(
    {"abbr", "b", "br", "code", "del", "em", "i", "kbd", "mark", "s", "samp", "small", "strong"}
    | {"sub", "sup", "u", "var"}
)


def html_html(parsed: ParsedDocument, source: str) -> str:
    """Return the HTML of the beginning `source` of a document, not yet sanitised."""
    return _PageWriter(parsed, source).html()


class _PageWriter:
    def __init__(self, parsed: ParsedDocument, source: str) -> None:
        page = Page(source)
        self._source = source
        self._headings: dict[int, tuple[Part, Heading]] = {
            part.start: (part, heading)
            for part, heading in zip(page.headings, parsed.headings, strict=False)
        }
        self._codes: dict[int, Part] = {part.start: part for part in page.codes}
        self._tables: dict[int, TablePart] = {part.start: part for part in page.tables.all()}
        self._anchors = frozenset(heading.anchor for heading in parsed.headings)
        self._canvas = Canvas()
        self._code = CodeWriter()
        self._heading: tuple[Part, Heading] | None = None
        self._table_end = 0
        self._is_title = False

    def html(self) -> str:
        skipped = 0
        for token in tokens_of(self._source):
            if token.start < skipped:
                continue
            self._end_what_ends(token.start)
            code = self._codes.get(token.start)
            if code is not None and code.end > token.start:
                text = code.text.replace("\r\n", "\n").replace("\r", "\n").removeprefix("\n")
                self._canvas.add(self._code.block(text, code.name))
                skipped = code.end
            elif token.start in self._headings:
                self._heading = self._headings[token.start]
                open_heading(self._canvas, self._heading[1].level, self._heading[1])
            elif not token.name:
                self._text(token)
            else:
                self._tag(token)
        self._end_what_ends(len(self._source) + 1)
        return self._canvas.html()

    def _end_what_ends(self, at: int) -> None:
        if self._heading is not None and at >= self._heading[0].end:
            close_heading(self._canvas, self._heading[1])
            self._heading = None
        if self._table_end and at >= self._table_end:
            self._canvas.close()
            self._table_end = 0

    def _text(self, token: Token) -> None:
        text = self._source[token.start : token.end]
        is_sign = self._heading is not None and text.strip() in PERMALINKS
        if not (self._is_title or is_sign):
            self._canvas.add_raw(RawText(text.replace("<", "&lt;")))

    def _tag(self, token: Token) -> None:
        if token.name == "title":
            self._is_title = not token.is_close
            return
        if self._heading is not None and token.name not in _IN_HEADINGS:
            return
        table = self._tables.get(token.start)
        if table is not None and not self._table_end and self._heading is None:
            self._canvas.open(TABLE_FRAME, "</div>\n")
            self._table_end = table.end
        piece = read_inline(self._source[token.start : token.end], hide_unknown=True)
        if isinstance(piece, RawTag) and not piece.is_close:
            piece = self._without_taken_id(piece, token)
        self._canvas.add_raw(piece)

    def _without_taken_id(self, tag: RawTag, token: Token) -> RawTag:
        """Take away an id that the heading inside has as its anchor."""
        written = token.attributes
        name = written.get("id") or written.get("name", "")
        if name not in self._anchors:
            return tag
        attributes = tag.attributes.replace(f' id="{escape(name)}"', "")
        return RawTag(tag.name, tag.is_close, tag.is_empty, attributes)
