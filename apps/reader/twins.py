"""The plain twins of a collection's document: its Markdown, and the text as it is stored."""

from django.http import HttpResponse

from apps.collections.models import Collection, Document
from apps.reader.addresses import document_url, is_key_usable
from apps.text.parse import parse_document

MARKDOWN = frozenset({"markdown", "mdx", "md"})
TWIN_SUFFIX = ".md"


def twin_answer(document: Document) -> HttpResponse:
    """The document as Markdown, whatever it was written in; ``X-Source-Format`` tells that."""
    text = document.content
    if document.format not in MARKDOWN:
        text = prose_markdown(text, document.source_key)
    return plain_answer(text, "text/markdown", document.format)


def source_answer(document: Document) -> HttpResponse:
    """The stored text as it is, Markdown or not."""
    kind = "text/markdown" if document.format in MARKDOWN else "text/plain"
    return plain_answer(document.content, kind, document.format)


def twin_url(collection: Collection, document: Document) -> str:
    """Where the document stands as Markdown; for a key that cannot stand in a path, its source."""
    url = document_url(collection, document)
    is_source = document.format in MARKDOWN or not is_key_usable(document.source_key)
    return f"{url}?raw" if is_source else f"{url}{TWIN_SUFFIX}"


def prose_markdown(text: str, name: str) -> str:
    """A text of any format in Markdown, as it is laid out; links are those of the source."""
    # docutils and pygments are heavy, and only this needs them.
    from apps.text.twin.page import document_markdown

    return document_markdown(parse_document(text, name=name))


def plain_answer(text: str, kind: str, format_name: str) -> HttpResponse:
    """A text that is no page, and the format of its source."""
    answer = HttpResponse(text, content_type=f"{kind}; charset=utf-8")
    answer["X-Source-Format"] = format_name
    return answer
