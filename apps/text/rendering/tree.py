"""The tree of a line-based format as the same HTML that Markdown gives."""

from collections.abc import Callable
from html import escape

from apps.text.formats.nodes import Cell, Node, NodeKind
from apps.text.formats.outline import Outline, led
from apps.text.rendering.allowed import CALLOUTS
from apps.text.rendering.canvas import Canvas
from apps.text.rendering.code import CodeWriter
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.inline_tree import inline_html
from apps.text.rendering.raw_html import read_block
from apps.text.rendering.tables import TABLE_FRAME
from apps.text.structure import Heading, ParsedDocument

_PAIRS = {
    NodeKind.GROUP: ("<div>\n", "</div>\n"),
    NodeKind.ITEM: ("<li>", "</li>\n"),
    NodeKind.NOTE: ("<div>", "</div>\n"),
    NodeKind.PARAGRAPH: ("<p>", "</p>\n"),
    NodeKind.CAPTION: ('<p class="rubric">', "</p>\n"),
    NodeKind.QUOTE: ("<blockquote>\n", "</blockquote>\n"),
    NodeKind.VERSE: ('<div class="line-block">', "</div>\n"),
}
_SILENT = (NodeKind.HIDDEN, NodeKind.FRONT_MATTER)


def tree_html(parsed: ParsedDocument, outline: Outline) -> str:
    """Return the HTML of a document, not yet sanitised; headings have the parser's anchors."""
    return _TreeWriter(parsed, outline).html()


class _TreeWriter:
    def __init__(self, parsed: ParsedDocument, outline: Outline) -> None:
        self._outline = outline
        self._places = outline.places(parsed.headings)
        self._headings: dict[int, Heading] = {heading.line: heading for heading in parsed.headings}
        self._canvas = Canvas()
        self._code = CodeWriter()
        self._writers: dict[NodeKind, Callable[[Node], None]] = {
            NodeKind.CALLOUT: self._callout,
            NodeKind.CODE: lambda node: self._canvas.add(self._code.block(node.text, node.name)),
            NodeKind.DIRECTIVE: self._directive,
            NodeKind.DISCRETE: self._heading,
            NodeKind.HEADING: self._heading,
            NodeKind.HTML: self._raw,
            NodeKind.LIST: self._list,
            NodeKind.RULE: lambda _: self._canvas.add("<hr>\n"),
            NodeKind.TABLE: self._table,
        }

    def html(self) -> str:
        for node in self._outline.nodes:
            self._write(node)
        return self._canvas.html()

    def _write(self, node: Node) -> None:
        if node.kind in _SILENT:
            return
        writer = self._writers.get(node.kind)
        if writer is not None:
            writer(node)
        else:
            self._wrapped(node, *_PAIRS[node.kind])

    def _wrapped(self, node: Node, opening: str, closing: str) -> None:
        self._canvas.open(opening, closing)
        if node.text:
            self._canvas.add(self._spoken(node.text, has_lines=node.kind is NodeKind.VERSE))
        self._children(node)
        self._canvas.close()

    def _children(self, node: Node) -> None:
        for child in node.children:
            self._write(child)

    def _spoken(self, text: str, *, has_lines: bool = False) -> str:
        html = inline_html(led(self._outline.spoken(text), self._places))
        return html.replace("\n", "<br>\n") if has_lines else html

    def _heading(self, node: Node) -> None:
        heading = self._headings.get(node.first + 1)
        open_heading(self._canvas, max(1, min(node.level, 6)), heading)
        self._canvas.add(self._spoken(node.text))
        close_heading(self._canvas, heading)

    def _callout(self, node: Node) -> None:
        kind = node.name if node.name in CALLOUTS else "note"
        title = f'<p class="callout-title">{kind.capitalize()}</p>\n'
        self._wrapped(node, f'<div class="callout callout-{kind}" role="note">{title}', "</div>\n")

    def _directive(self, node: Node) -> None:
        self._canvas.add(f"<p><code>{escape(node.text, quote=False)}</code></p>\n")

    def _raw(self, node: Node) -> None:
        self._canvas.open("", "")
        for piece in read_block(node.text, hide_unknown=False):
            self._canvas.add_raw(piece)
        self._canvas.close()

    def _list(self, node: Node) -> None:
        tag = node.name or "ul"
        self._canvas.open(f"<{tag}>\n", f"</{tag}>\n")
        for item in node.children:
            if tag != "dl":
                self._write(item)
                continue
            if item.text:
                self._canvas.add(f"<dt>{self._spoken(item.text)}</dt>\n")
            if item.children:
                self._canvas.open("<dd>", "</dd>\n")
                self._children(item)
                self._canvas.close()
        self._canvas.close()

    def _table(self, node: Node) -> None:
        rows = [
            self._row(row, "th" if at < node.head else "td") for at, row in enumerate(node.rows)
        ]
        head, body = "".join(rows[: node.head]), "".join(rows[node.head :])
        head = f"<thead>{head}</thead>" if head else ""
        table = f"<table>\n{head}<tbody>\n{body}</tbody></table>"
        self._canvas.add(f"{TABLE_FRAME}{table}</div>\n")

    def _row(self, row: tuple[Cell, ...], tag: str) -> str:
        scope = ' scope="col"' if tag == "th" else ""
        cells = (f"<{tag}{scope}>{self._spoken(cell.text)}</{tag}>" for cell in row)
        return f"<tr>{''.join(cells)}</tr>\n"
