"""Documents as HTML: safe to show inside a page, with the anchors of the parser."""

import logging
from collections.abc import Callable, Collection
from hashlib import sha256

from apps.text.faults import ParserFault, guarded
from apps.text.formats.asciidoc.document import read_asciidoc
from apps.text.formats.org.document import read_org
from apps.text.formats.outline import Outline
from apps.text.formats.rdoc.document import read_rdoc
from apps.text.rendering.allowed import sanitise
from apps.text.rendering.diagrams import with_drawings
from apps.text.rendering.directives import with_callouts
from apps.text.rendering.html import html_html
from apps.text.rendering.kept import KeptPages
from apps.text.rendering.markdown import MarkdownWriter
from apps.text.rendering.openapi import openapi_html
from apps.text.rendering.plain import plain_html
from apps.text.rendering.rst import rst_html
from apps.text.rendering.rst_effort import TooMuchWorkError
from apps.text.rendering.targets import Resolver, Targets
from apps.text.rendering.tree import tree_html
from apps.text.structure import ParsedDocument

logger = logging.getLogger(__name__)

LONGEST_SOURCE = 2 * 1024 * 1024
"""Bytes of a document that are rendered; what lies beyond is left to the raw view."""
LONGEST_RST = 256 * 1024
"""The same for reStructuredText, which docutils reads about forty times more slowly."""

_PAGES = KeptPages(limit=16_000_000)
_PLAIN_NOTE = (
    '<p class="render-note">This document is shown as plain text, because it would take too long '
    "to lay out.</p>"
)
_FAULT_NOTE = (
    '<p class="render-note">This document is shown as plain text, because it could not be laid '
    "out.</p>"
)
_OUTLINES: dict[str, Callable[[str], Outline]] = {
    "asciidoc": read_asciidoc,
    "org": read_org,
    "rdoc": read_rdoc,
}

_BOM = b"\xef\xbb\xbf"


def render_document(
    parsed: ParsedDocument,
    *,
    resolve: Resolver | None = None,
    image_hosts: Collection[str] | None = None,
    has_drawings: bool = True,
) -> str:
    """Return the HTML of a document; headings carry the ids of `Heading.anchor`.

    `resolve` gets each target of a Markdown, relative or wiki link and of each relative image,
    with its type, and returns the URL to use, or None: then the link is marked `broken-link`
    (an image `broken-image`) and leads nowhere. It also gets the label of each cross reference,
    which is mere text where None is returned, and `#name` where the page has no such id. Without
    `resolve` targets stay as written.
    Images of other hosts are shown when `image_hosts` names the host (`*.example.org` and `*` may
    stand in it; https only) or is None; else a link with their text stands in their place.
    Diagrams are drawn where they can be, unless `has_drawings` is false: then all are source.
    Links inside the page are checked against its own ids. Only allowed tags, attributes, classes
    and schemes come out, external links with `rel="noopener nofollow"`. Takes linear time; a
    document over the size limit is cut at a block, with a note at the end. Nothing is raised.
    """
    data = parsed.source.encode()
    key = f"{parsed.format}{'+drawings' if has_drawings else ''}", sha256(data).digest()
    page = _PAGES.find(key)
    if page is None:
        page = _laid_out(parsed, data)
        page = with_drawings(page) if has_drawings else page
        _PAGES.keep(key, page)
    return Targets(page, resolve, image_hosts).html()


def _laid_out(parsed: ParsedDocument, data: bytes) -> str:
    """Return the safe HTML of a document with its links and images as written."""
    try:
        with guarded():
            return _by_format(parsed, data)
    except ParserFault:
        logger.exception("the %s renderer failed; the page is shown plain", parsed.format)
        return sanitise(plain_html(parsed, len(data)) + _FAULT_NOTE)


def _by_format(parsed: ParsedDocument, data: bytes) -> str:
    start, end = _extent(parsed, data)
    body = data[start:end].decode("utf-8", "ignore")
    if parsed.format == "rst":
        html = _rst_html(parsed, body, end)
    elif parsed.format in ("markdown", "mdx"):
        html = MarkdownWriter(body, parsed.headings, is_mdx=parsed.format == "mdx").html()
    elif parsed.format == "openapi":
        html, end = openapi_html(parsed), len(data)
    elif parsed.format == "html":
        html = html_html(parsed, data[:end].decode("utf-8", "ignore"))
    elif parsed.format in _OUTLINES:
        read = _OUTLINES[parsed.format]
        html = tree_html(parsed, read(data[:end].decode("utf-8", "ignore")))
    else:
        html = plain_html(parsed, end)
    note = _cut_note(len(data)) if end < len(data) else ""
    return with_callouts(sanitise(html + note))


def _rst_html(parsed: ParsedDocument, body: str, end: int) -> str:
    try:
        html = rst_html(body, parsed.headings)
    except TooMuchWorkError:
        return plain_html(parsed, end) + _PLAIN_NOTE
    return plain_html(parsed, end) if html is None else html


def _extent(parsed: ParsedDocument, data: bytes) -> tuple[int, int]:
    """Return the bytes to render: from behind the front matter to the last block that fits."""
    start = parsed.body_start or len(data) - len(data.removeprefix(_BOM))
    limit = start + (LONGEST_RST if parsed.format == "rst" else LONGEST_SOURCE)
    if len(data) <= limit:
        return start, len(data)
    whole = [block.end for block in parsed.blocks if start < block.end <= limit]
    return start, whole[-1] if whole else limit


def _cut_note(size: int) -> str:
    return (
        f'<p class="render-note">This document is long ({size / 1024 / 1024:.1f} MB); '
        "only its beginning is shown here. The raw view has all of it.</p>"
    )
