"""A search answer as the page shows it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.collections.models import Document
from apps.reader.addresses import document_url
from apps.reader.lookups import readable_collections
from apps.retrieval.asking.asked import ask
from apps.retrieval.hits import Hit
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import SearchAnswer
from apps.text.query_terms import query_terms

# Three lines of the page's measure; the snippet is cut around the words that match.
SNIPPET_CHARS = 260
PAGE_SIZE = 20
MOST_RESULTS = 100
RULES = re.compile(r"^\s*(?:[-=*_]{3,}|[|:\-\s]+|`{3,}\S*|~{3,}\S*)\s*$", re.MULTILINE)
SIGNS = re.compile(r"^\s*(?:#{1,6}|>|[*+-]|\|)\s+", re.MULTILINE)
LINKS = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
EMPHASIS = re.compile(r"`+|\*\*|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)")


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the list: the hit, where it leads (empty: nowhere yet), and its plain text."""

    hit: Hit
    url: str
    text: str
    trail: list[str]
    updated: datetime | None


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a search; ``error`` says why there is none."""

    query: str
    terms: tuple[str, ...] = ()
    answer: SearchAnswer | None = None
    results: tuple[Result, ...] = ()
    error: str = ""
    limit: int = PAGE_SIZE

    @property
    def next_limit(self) -> int | None:
        """How many results to ask for next, or None when these are all there can be."""
        is_full = len(self.results) >= self.limit
        return min(self.limit * 2, MOST_RESULTS) if is_full and self.limit < MOST_RESULTS else None


def run_search(user: Principal, query: str, sources: list[str], limit: int) -> Outcome:
    """Search for the page; what is wrong with the question is told, not raised."""
    if not query.strip():
        return Outcome(query)
    request = SearchRequest(
        query=query, sources=tuple(sources), top_k=limit, snippet_chars=SNIPPET_CHARS
    )
    try:
        answer = ask(user=user, request=request)
    except DomainError as error:
        return Outcome(query, error=error.message)
    results = tuple(make_results(user, answer.results))
    return Outcome(query, query_terms(query), answer, results, limit=limit)


def make_results(user: Principal, hits: Iterable[Hit]) -> list[Result]:
    """Add to each hit the page it leads to."""
    found = list(hits)
    urls = hit_urls(user, found)
    return [
        Result(
            hit=hit,
            url=urls.get(hit.chunk_id, ""),
            text=plain(hit.snippet),
            trail=[part for part in hit.heading_path if part != hit.title],
            updated=read_time(hit.provenance.get("edited_at")),
        )
        for hit in found
    ]


def hit_urls(user: Principal, hits: list[Hit]) -> dict[str, str]:
    """The page of each hit by its chunk id; documents are looked up, since names can be shared."""
    ids = {hit.document_id for hit in hits if hit.provenance["kind"] == "collection"}
    rows = Document.objects.visible_to(user).filter(pk__in=ids)
    documents = {str(row.pk): row for row in rows.only("source_key", "collection_id")}
    owners = readable_collections(user).in_bulk({row.collection_id for row in documents.values()})
    return {
        hit.chunk_id: document_url(
            owners[documents[hit.document_id].collection_id],
            documents[hit.document_id],
            hit.section_anchor,
        )
        for hit in hits
        if hit.document_id in documents
    }


def plain(snippet: str) -> str:
    """A snippet as running text: Markdown's rules and line signs go, the words stay."""
    text = EMPHASIS.sub("", LINKS.sub(r"\1", SIGNS.sub("", RULES.sub("", snippet))))
    return " ".join(text.split())


def read_time(text: str | None) -> datetime | None:
    """The time that a hit gives as text."""
    return datetime.fromisoformat(text) if text else None
