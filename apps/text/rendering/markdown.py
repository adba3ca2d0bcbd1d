"""Markdown to HTML, from the same events that the parser reads."""

import re
from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Any

from apps.text.labels import normalise_label
from apps.text.markdown.engine import ENGINE, prepared
from apps.text.markdown.info import language_of
from apps.text.rendering.admonitions import frame
from apps.text.rendering.canvas import Canvas
from apps.text.rendering.code import CodeWriter
from apps.text.rendering.footnotes import Footnotes
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.inlines import InlineWriter
from apps.text.rendering.raw_html import read_block
from apps.text.rendering.tables import TableWriter
from apps.text.structure import Heading

_MDX_CODE = (b"import ", b"export ", b"import{", b"import\t")
_CONTAINERS = {"Item": ("<li>", "</li>\n"), "Paragraph": ("<p>", "</p>\n")}
# Labels of MyST before a paragraph, or before the heading that follows.
_LABELS = re.compile(rb"(?:[ ]{0,3}\([^\s()]{1,200}\)=[ \t]*(?:\r?\n|\Z))+")
_Handler = Callable[[Any], None]


class MarkdownWriter:
    """Writes one document body; `headings` are the parser's, in order, for their anchors."""

    def __init__(self, body: str, headings: Sequence[Heading], *, is_mdx: bool) -> None:
        self._source, self._admonitions = prepared(body)
        self._body = self._source.encode()
        self._headings = iter(headings)
        self._is_mdx = is_mdx
        self._canvas = Canvas()
        self._footnotes = Footnotes()
        self._inlines = InlineWriter(self._canvas, self._body, self._footnotes, is_mdx=is_mdx)
        self._tables = TableWriter(self._canvas)
        self._code = CodeWriter()
        self._depth = 0
        self._start = self._end = self._hidden_to = 0
        self._verbatim: list[str] | None = None
        self._info = ""
        self._heading: Heading | None = None
        self._note_labels: list[str] = []

    def html(self) -> str:
        """Return the HTML of the body; not yet sanitised, links as written."""
        starts, ends = self._starts(), self._ends()
        events: Any = ENGINE.events_with_range(self._source, merge_text=True)
        for event, span in events:
            self._start, self._end = span["start"], span["end"]
            if self._start < self._hidden_to:
                continue
            if isinstance(event, str):
                self._mark(event)
                continue
            ((kind, value),) = event.items()
            if kind == "Start":
                tag, data = (value, value) if isinstance(value, str) else value.popitem()
                self._depth += 1
                starts.get(tag, self._inlines.start_pair)(data)
            elif kind == "End":
                tag, data = (value, value) if isinstance(value, str) else value.popitem()
                self._depth -= 1
                ends.get(tag, self._close_inline)(data)
            elif self._verbatim is not None:
                self._verbatim.append(value)
            else:
                self._inlines.leaf(kind, value, self._start, self._end)
        return self._canvas.html() + self._footnotes.section()

    def _starts(self) -> dict[str, _Handler]:
        return {
            "Paragraph": self._start_paragraph,
            "Item": self._start_item,
            "Heading": self._start_heading,
            "BlockQuote": self._start_quote,
            "List": self._start_list,
            "CodeBlock": self._start_code,
            "HtmlBlock": self._start_verbatim,
            "FootnoteDefinition": self._start_footnote,
            "Table": self._tables.start,
            "TableHead": lambda _: self._tables.start_head(),
            "TableRow": lambda _: self._tables.start_row(),
            "TableCell": lambda _: self._tables.start_cell(),
            "Link": self._inlines.start_link,
            "Image": self._inlines.start_image,
        }

    def _ends(self) -> dict[str, _Handler]:
        containers = ("Paragraph", "Item", "BlockQuote", "List", "Table", "TableHead", "TableRow")
        return {
            **dict.fromkeys(containers, self._close),
            "TableCell": self._close,
            "Heading": self._end_heading,
            "CodeBlock": self._end_code,
            "HtmlBlock": self._end_html,
            "FootnoteDefinition": self._end_footnote,
            "Link": lambda _: self._inlines.end_link(),
            "Image": lambda _: self._inlines.end_image(),
        }

    def _mark(self, event: str) -> None:
        if event == "Rule":
            self._canvas.add("<hr>\n")
        else:
            self._inlines.line_end(is_hard=event == "HardBreak")

    def _close(self, _data: Any) -> None:
        self._canvas.close()

    def _close_inline(self, _data: Any) -> None:
        self._inlines.end_pair()

    def _start_container(self, tag: str) -> None:
        self._canvas.open(*_CONTAINERS[tag])

    def _start_paragraph(self, tag: str) -> None:
        if self._is_mdx and self._depth == 1 and self._body.startswith(_MDX_CODE, self._start):
            self._hidden_to = self._end
            self._depth -= 1
            return
        labels = _LABELS.match(self._body, self._start, self._end)
        spans = "".join(f'<span id="{one}"></span>' for one in _names(labels))
        if labels and not self._body[labels.end() : self._end].strip():
            self._canvas.add(spans)
            self._hidden_to = self._end
            self._depth -= 1
            return
        self._start_container(tag)
        if labels:
            self._canvas.add(spans)
            self._inlines.hide(labels.end())

    def _start_item(self, tag: str) -> None:
        admonition = self._admonitions.get(self._line_start())
        if admonition is None:
            self._start_container(tag)
        else:
            self._canvas.open(*frame(admonition))

    def _line_start(self) -> int:
        return self._body.rfind(b"\n", 0, self._start) + 1 if self._admonitions else 0

    def _start_quote(self, kind: str | None) -> None:
        if kind is None:
            self._canvas.open("<blockquote>\n", "</blockquote>\n")
            return
        title = f'<p class="callout-title">{kind}</p>\n'
        opening = f'<div class="callout callout-{kind.lower()}" role="note">{title}'
        self._canvas.open(opening, "</div>\n")

    def _start_list(self, first: int | None) -> None:
        if self._line_start() in self._admonitions:
            self._canvas.open("", "")
        elif first is None:
            self._canvas.open("<ul>\n", "</ul>\n")
        else:
            self._canvas.open(f'<ol start="{first}">\n' if first != 1 else "<ol>\n", "</ol>\n")

    def _start_heading(self, data: Any) -> None:
        self._heading = next(self._headings, None)
        open_heading(self._canvas, int(data["level"][1:]), self._heading)

    def _end_heading(self, _data: Any) -> None:
        close_heading(self._canvas, self._heading)

    def _start_verbatim(self, _data: Any) -> None:
        self._verbatim = []

    def _start_code(self, kind: Any) -> None:
        self._verbatim = []
        self._info = language_of(kind["Fenced"]) if isinstance(kind, dict) else ""

    def _end_code(self, _data: Any) -> None:
        code = "".join(self._verbatim or ())
        self._verbatim = None
        self._canvas.add(self._code.block(code, self._info))

    def _end_html(self, _data: Any) -> None:
        html = "".join(self._verbatim or ())
        self._verbatim = None
        for piece in read_block(html, hide_unknown=self._is_mdx):
            self._canvas.add_raw(piece)

    def _start_footnote(self, label: str) -> None:
        self._note_labels.append(label)
        self._canvas.begin_aside()

    def _end_footnote(self, _data: Any) -> None:
        self._footnotes.notes.setdefault(self._note_labels.pop(), self._canvas.end_aside())


def _names(labels: re.Match[bytes] | None) -> Iterator[str]:
    for line in labels[0].decode().split("\n") if labels else ():
        if name := line.strip()[1:-2]:
            yield escape(normalise_label(name))
