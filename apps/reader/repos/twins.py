"""The plain twins of a page: its Markdown, whatever it was written in, and its source."""

import re

from django.http import HttpResponse

from apps.documents.models import DocumentKind, RepoDocument
from apps.reader.twins import MARKDOWN, plain_answer, prose_markdown
from apps.text.parse import FORMATS

_PROSE = frozenset(FORMATS.values())
_TICKS = re.compile(r"`{3,}")


def twin_answer(document: RepoDocument) -> HttpResponse:
    """The page as Markdown: Markdown as it was indexed, another format as it is laid out.

    ``X-Source-Format`` tells what the source is written in.
    """
    return plain_answer(markdown_of(document), "text/markdown", document.format)


def source_answer(document: RepoDocument) -> HttpResponse:
    """The text as it was indexed, Markdown or not."""
    kind = "text/markdown" if document.format in MARKDOWN else "text/plain"
    return plain_answer(document.content, kind, document.format)


def markdown_of(document: RepoDocument) -> str:
    """The text of a document in Markdown; links and images are those of the source."""
    if document.format in MARKDOWN:
        return document.content
    if document.kind != DocumentKind.REPO_DOC or document.format not in _PROSE:
        longest = max((len(found) for found in _TICKS.findall(document.content)), default=2)
        ticks = "`" * (longest + 1)
        code = f"{ticks}{document.format}\n{document.content.rstrip()}\n{ticks}"
        return f"# {document.title}\n\n{code}\n"
    return prose_markdown(document.content, document.path)
