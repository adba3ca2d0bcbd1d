"""Plain text to HTML: paragraphs flow, everything that is aligned by hand keeps its shape."""

import re
from html import escape

from apps.text.rendering.canvas import Canvas
from apps.text.rendering.headings import close_heading, open_heading
from apps.text.rendering.inline_text import with_bare_links
from apps.text.structure import Block, BlockKind, ParsedDocument

_ALIGNED = re.compile(r"\S(?: {3}|\t)|^[ \t]+\S", re.MULTILINE)


def plain_html(parsed: ParsedDocument, end: int) -> str:
    """Return the HTML of a plain document's blocks up to byte `end`, not yet sanitised."""
    data = parsed.source.encode()
    headings = {heading.start: heading for heading in parsed.headings}
    pieces: list[str] = []
    for block in parsed.blocks:
        text = data[block.start : min(block.end, end)].decode("utf-8", "ignore")
        heading = headings.get(block.start) if block.kind is BlockKind.HEADING else None
        if block.start >= end:
            break
        if heading is None:
            pieces.append(_block(block, text))
            continue
        canvas = Canvas()
        open_heading(canvas, max(1, min(heading.level, 6)), heading)
        canvas.add(escape(heading.text, quote=False))
        close_heading(canvas, heading)
        pieces.append(canvas.html())
    return "".join(pieces)


def preformatted_html(text: str) -> str:
    """Return text exactly as it stands."""
    return f'<pre class="plain-text">{with_bare_links(text)}</pre>\n' if text.strip() else ""


def _block(block: Block, text: str) -> str:
    if block.kind is BlockKind.PARAGRAPH and not _ALIGNED.search(text):
        return f"<p>{with_bare_links(text)}</p>\n"
    return preformatted_html(text)
