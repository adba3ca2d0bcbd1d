"""The plain twins of a page: its Markdown, whatever it was written in, and its source."""

import re

from django.http import HttpResponse

from apps.documents.models import DocumentKind, RepoDocument
from apps.reader.repos.reading import MARKDOWN
from apps.text.parse import FORMATS, parse_document

_PROSE = frozenset(FORMATS.values())
_TICKS = re.compile(r"`{3,}")


def twin_answer(document: RepoDocument) -> HttpResponse:
    """The page as Markdown: Markdown as it was indexed, another format as it is laid out.

    ``X-Source-Format`` tells what the source is written in.
    """
    return _answer(document, markdown_of(document), "text/markdown")


def source_answer(document: RepoDocument) -> HttpResponse:
    """The text as it was indexed, Markdown or not."""
    kind = "text/markdown" if document.format in MARKDOWN else "text/plain"
    return _answer(document, document.content, kind)


def markdown_of(document: RepoDocument) -> str:
    """The text of a document in Markdown; links and images are those of the source."""
    if document.format in MARKDOWN:
        return document.content
    if document.kind != DocumentKind.REPO_DOC or document.format not in _PROSE:
        longest = max((len(found) for found in _TICKS.findall(document.content)), default=2)
        ticks = "`" * (longest + 1)
        code = f"{ticks}{document.format}\n{document.content.rstrip()}\n{ticks}"
        return f"# {document.title}\n\n{code}\n"
    # docutils and pygments are heavy, and only this needs them.
    from apps.text.render import render_document
    from apps.text.twin.blocks import html_to_markdown

    parsed = parse_document(document.content, name=document.path)
    return html_to_markdown(render_document(parsed, has_drawings=False))


def _answer(document: RepoDocument, text: str, kind: str) -> HttpResponse:
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["X-Source-Format"] = document.format
    return answer
