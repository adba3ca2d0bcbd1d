"""The inline part of a Markdown document: text, links, images, inline HTML, footnote marks."""

from html import escape
from typing import Any

from apps.text.rendering.canvas import Canvas
from apps.text.rendering.footnotes import Footnotes
from apps.text.rendering.inline_text import InlineText
from apps.text.rendering.raw_html import read_inline

_PAIRS = {
    "Emphasis": ("<em>", "</em>"),
    "Strong": ("<strong>", "</strong>"),
    "Strikethrough": ("<del>", "</del>"),
}


class InlineWriter:
    """Writes inline events; inside an image they only make up its alternative text."""

    def __init__(self, canvas: Canvas, body: bytes, footnotes: Footnotes, *, is_mdx: bool) -> None:
        self._canvas = canvas
        self._text = InlineText(body)
        self._footnotes = footnotes
        self._is_mdx = is_mdx
        self._links = 0
        self._images: list[tuple[str, str]] = []
        self._alt: list[str] = []

    def start_pair(self, tag: str) -> None:
        """Open emphasis and the like."""
        if not self._images:
            self._canvas.open(*_PAIRS.get(tag, ("", "")))

    def end_pair(self) -> None:
        """Close what `start_pair` or `start_link` opened."""
        if not self._images:
            self._canvas.close()

    def start_link(self, data: Any) -> None:
        """Open a link."""
        self._links += 1
        href = f"mailto:{data['dest_url']}" if data["link_type"] == "Email" else data["dest_url"]
        if not self._images:
            self._canvas.open(f'<a href="{escape(href)}"{_title(data["title"])}>', "</a>")

    def end_link(self) -> None:
        """Close a link."""
        self._links -= 1
        self.end_pair()

    def start_image(self, data: Any) -> None:
        """Begin an image; the outermost of nested ones counts."""
        if not self._images:
            self._alt = []
        self._images.append((data["dest_url"], data["title"]))

    def end_image(self) -> None:
        """Write an image."""
        src, title = self._images.pop()
        if not self._images:
            alt = escape(" ".join("".join(self._alt).split()))
            self._canvas.add(f'<img src="{escape(src)}" alt="{alt}"{_title(title)}>')

    def hide(self, end: int) -> None:
        """Write nothing of the text that ends up to that byte."""
        self._text.hide(end)

    def leaf(self, kind: str, value: Any, start: int, end: int) -> None:
        """Write an event without content of its own."""
        if self._images:
            self._alt.append(value if kind in ("Text", "Code") else "")
        elif kind == "Text":
            linked = self._links > 0 or self._canvas.is_inside_raw("a")
            self._canvas.add(self._text.write(value, start, end, linked=linked))
        elif self._text.is_hidden(end):
            return
        elif kind == "Code":
            self._canvas.add(f"<code>{escape(value, quote=False)}</code>")
        elif kind == "InlineHtml":
            self._canvas.add_raw(read_inline(value, hide_unknown=self._is_mdx))
        elif kind == "FootnoteReference":
            self._canvas.add(self._footnotes.reference(value))
        elif kind == "TaskListMarker":
            self._canvas.add(f'<input type="checkbox"{" checked" if value else ""}> ')

    def line_end(self, *, is_hard: bool) -> None:
        """Write a line end."""
        if self._images:
            self._alt.append(" ")
        else:
            self._canvas.add("<br>\n" if is_hard else "\n")


def _title(title: str) -> str:
    return f' title="{escape(title)}"' if title else ""
