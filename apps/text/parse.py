"""Parse a document of any supported format into its structure."""

import logging
from collections.abc import Callable, Mapping

from apps.text.errors import EncodingError
from apps.text.faults import ParserFault, guarded
from apps.text.formats.asciidoc.document import parse_asciidoc
from apps.text.formats.html.document import parse_html
from apps.text.formats.openapi.document import parse_openapi
from apps.text.formats.org.document import parse_org
from apps.text.formats.rdoc.document import parse_rdoc
from apps.text.markdown.document import parse_markdown
from apps.text.rst.document import outline_plain, outline_rst, parse_plain, parse_rst
from apps.text.structure import ParsedDocument

logger = logging.getLogger(__name__)
PARSER_VERSION = "3"

FORMATS: dict[str, str] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".cheatmd": "markdown",
    ".mdx": "mdx",
    ".rst": "rst",
    ".txt": "text",
    ".adoc": "asciidoc",
    ".asciidoc": "asciidoc",
    ".htm": "html",
    ".html": "html",
    ".json": "openapi",
    ".yaml": "openapi",
    ".yml": "openapi",
    ".org": "org",
    ".rdoc": "rdoc",
}
"""File suffix (lower case) to format name; YAML and JSON that is no API description is text."""

_PARSERS: dict[str, Callable[[str, str], ParsedDocument]] = {
    "markdown": parse_markdown,
    "mdx": parse_markdown,
    "rst": parse_rst,
    "text": parse_plain,
    "asciidoc": parse_asciidoc,
    "html": parse_html,
    "openapi": parse_openapi,
    "org": parse_org,
    "rdoc": parse_rdoc,
}

_OUTLINERS = {**_PARSERS, "rst": outline_rst, "text": outline_plain}


def format_of(name: str) -> str:
    """Return the format of a file name or path; anything unknown is Markdown."""
    file = name.rstrip("/").rpartition("/")[2]
    dot = file.rfind(".")
    return FORMATS.get(file[dot:].lower(), "markdown") if dot > 0 else "markdown"


def parse_document(source: str, *, name: str) -> ParsedDocument:
    """Return the structure of `source`, read by the format that the suffix of `name` tells.

    Raises EncodingError for a lone surrogate, which has no UTF-8 form; nothing else is refused.
    A document that a parser fails on is read as plain text: a fault of ours must cost its structure
    at most, never the document or the others of its batch.
    """
    return _read(source, format_of(name), _PARSERS)


def parse_blocks(source: str, *, name: str) -> ParsedDocument:
    """Return what `parse_document` does, perhaps without links, tables, code blocks and words.

    For callers that need only headings and blocks: half the time where those cost much.
    """
    return _read(source, format_of(name), _OUTLINERS)


def _read(
    source: str, format_name: str, parsers: Mapping[str, Callable[[str, str], ParsedDocument]]
) -> ParsedDocument:
    try:
        with guarded():
            return parsers[format_name](source, format_name)
    except UnicodeEncodeError as error:
        raise EncodingError("The text holds half of a surrogate pair.") from error
    except ParserFault:
        logger.exception("the %s parser failed; the document is read as plain text", format_name)
        return parse_plain(source, format_name)
