"""Parse a document of any supported format into its structure."""

from pathlib import PurePosixPath

from apps.text.structure import ParsedDocument

PARSER_VERSION = "1"

FORMATS: dict[str, str] = {
    ".md": "markdown",
    ".markdown": "markdown",
    ".mdx": "mdx",
    ".rst": "rst",
    ".txt": "text",
}
"""File suffix (lower case) to format name."""


def format_of(name: str) -> str:
    """Return the format of a file name or path; anything unknown is Markdown."""
    return FORMATS.get(PurePosixPath(name).suffix.lower(), "markdown")


def parse_document(source: str, *, name: str) -> ParsedDocument:
    """Return the structure of `source`, read by the format that the suffix of `name` tells."""
    raise NotImplementedError
