"""A parsed document as Markdown."""

from apps.text.render import render_document
from apps.text.structure import ParsedDocument
from apps.text.twin.blocks import html_to_markdown
from apps.text.twin.spans import span_text


def document_markdown(parsed: ParsedDocument) -> str:
    """Return the Markdown of a document of any format; links and images are those of the source.

    A title that stands outside of the text, as Org's keyword does, is its first heading.
    """
    text = html_to_markdown(render_document(parsed, has_drawings=False))
    title = parsed.title or ""
    if parsed.format != "org" or not title or title in [one.text for one in parsed.headings]:
        return text
    return f"# {' '.join(span_text([title]).split())}\n\n{text}"
