"""The plain twin of a page: the source as it was indexed.

Markdown is sent as Markdown. Every other format stays what it is, as plain text whose format
``X-Source-Format`` tells: a conversion would lose what it says.
"""

from django.http import HttpResponse

from apps.documents.models import RepoDocument
from apps.reader.repos.reading import MARKDOWN


def twin_answer(document: RepoDocument) -> HttpResponse:
    """The text as it was indexed."""
    kind = "text/markdown" if document.format in MARKDOWN else "text/plain"
    answer = HttpResponse(document.content, content_type=f"{kind}; charset=utf-8")
    answer["X-Source-Format"] = document.format
    return answer
