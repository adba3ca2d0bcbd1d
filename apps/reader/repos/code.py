"""Lines of a source file, with what the documentation says about the symbol in them."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

from django.http import HttpRequest

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.documents.file_lines import FileLines, read_lines
from apps.documents.locating import locate_document
from apps.documents.mentions.refs import find_refs
from apps.documents.mentions.related import RelatedChunk
from apps.reader.repos.addresses import repo_code_url, repo_page_url, repo_url
from apps.repos.host_pages import host_pages
from apps.repos.models import Repository

AROUND = 20
WINDOW = 500
MOST_SECTIONS = 10
_LONGEST_NUMBER = 9


@dataclass(frozen=True, slots=True)
class Line:
    """One line; ``is_asked`` when the address names it."""

    number: int
    text: str
    is_asked: bool


def code_context(request: HttpRequest, repository: Repository, path: str) -> dict[str, Any]:
    """The lines around those that the address names. Raises as `read_lines`."""
    start, end = number_of(request, "start"), number_of(request, "end")
    first = max(1, start - AROUND)
    last = max(first + WINDOW, min(end, first + 2 * WINDOW) + AROUND) - 1
    last = min(last, first + 2 * WINDOW - 1)
    lines = read_lines(
        user=request.user, repository_id=repository.pk, path=path, start=first, end=last
    )
    host = host_pages(repository)
    symbol = request.GET.get("symbol", "")
    return {
        "repository": repository,
        "path": path,
        "lines": lines_of(lines, start, max(start, end)),
        "file": lines,
        "before_url": repo_code_url(repository, path, max(1, first - WINDOW)) if first > 1 else "",
        "after_url": repo_code_url(repository, path, lines.end_line + 1)
        if lines.end_line < lines.total_lines
        else "",
        "host": host,
        "host_url": host.file(path, start, max(start, end)) if host else "",
        "page_url": page_of_file(request.user, repository, path),
        "symbol": symbol,
        "sections": sections_about(request.user, repository, symbol),
    }


def lines_of(found: FileLines, start: int, end: int) -> list[Line]:
    """The lines without their line ends."""
    texts = found.content.splitlines()
    return [
        Line(number, text, start <= number <= end)
        for number, text in enumerate(texts, found.start_line)
    ]


def sections_about(
    user: Principal, repository: Repository, symbol: str
) -> list[tuple[RelatedChunk, str]]:
    """The sections that speak of a symbol, each with its URL."""
    if not symbol:
        return []
    try:
        refs = find_refs(user=user, repository_id=repository.pk, symbol=symbol)
    except NotFoundError:
        return []
    docs = repo_url(repository)
    return [
        (one, f"{docs}?{'section' if one.section_id else 'path'}={_quoted(one)}")
        for one in refs.sections[:MOST_SECTIONS]
    ]


def page_of_file(user: Principal, repository: Repository, path: str) -> str:
    """The page of a file that is a document, empty for any other."""
    try:
        found = locate_document(user=user, repository=repository, path=path)
    except NotFoundError:
        return ""
    return repo_page_url(repository, found.document.slug)


def number_of(request: HttpRequest, name: str) -> int:
    """A line number of the address, 0 for anything that is none."""
    text = request.GET.get(name, "")
    is_number = text.isascii() and text.isdigit() and len(text) <= _LONGEST_NUMBER
    return int(text) if is_number else 0


def _quoted(one: RelatedChunk) -> str:
    return quote(one.section_id or one.file, safe="")
