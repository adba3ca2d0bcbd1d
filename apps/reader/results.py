"""A search answer as the page shows it."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.reader.hit_addresses import HitPages
from apps.retrieval.asking.asked import ask
from apps.retrieval.gain.crediting import credit
from apps.retrieval.hits import Hit
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import SearchAnswer
from apps.text.plain import REFERENCE, ROLE, clean
from apps.text.query_terms import query_terms

# Three lines of the page's measure; the snippet is cut around the words that match.
SNIPPET_CHARS = 260
PAGE_SIZE = 20
MOST_RESULTS = 100
RULES = re.compile(r"^\s*(?:[-=*_]{3,}|[|:\-\s]+|`{3,}\S*|~{3,}\S*)\s*$", re.MULTILINE)
SIGNS = re.compile(r"^\s*(?:#{1,6}|>|[*+-]|\|)\s+", re.MULTILINE)
LINKS = re.compile(r"!?\[([^\]\n]*)\]\([^)\s]*\)")
# Targets, and the names of directives; what a directive says stays.
DIRECTIVES = re.compile(r"^\s*\.\. (?:_[^\n]*:\s*$|[\w:+.-]{1,60}::)", re.MULTILINE)
# Pairs alone: `*args`, `__init__` and what stands in a span of code keep their signs.
EMPHASIS = re.compile(
    r"(`+)(?!`)(.+?)(?<!`)\1(?!`)"
    r"|\*\*(?=[^\s*])(.+?)(?<=[^\s*])\*\*"
    r"|(?<![\w*])([*_])(?=[^\s*_])(.+?)(?<=[^\s*_])\4(?![\w*])"
)


@dataclass(frozen=True, slots=True)
class Result:
    """One line of the list: the hit, where it leads (empty: nowhere), and its plain text."""

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


def run_search(
    user: Principal, query: str, sources: list[str], limit: int, filters: Mapping[str, Any]
) -> Outcome:
    """Search for the page; what is wrong with the question is told, not raised."""
    if not query.strip():
        return Outcome(query)
    request = SearchRequest(
        query=query, sources=tuple(sources), top_k=limit, snippet_chars=SNIPPET_CHARS, **filters
    )
    try:
        answer = ask(user=user, request=request)
    except DomainError as error:
        return Outcome(query, error=error.message)
    credit(user=user, answer=answer.as_dict())
    results = tuple(make_results(user, answer.results))
    return Outcome(query, query_terms(query), answer, results, limit=limit)


def make_results(user: Principal, hits: Iterable[Hit]) -> list[Result]:
    """Add to each hit the page it leads to."""
    found = list(hits)
    pages = HitPages(user, found)
    return [
        Result(
            hit=hit,
            url=pages.url(hit),
            text=shown(hit),
            trail=[part for part in hit.heading_path if part != hit.title],
            updated=read_time(hit.provenance.get("edited_at")),
        )
        for hit in found
    ]


def shown(hit: Hit) -> str:
    """The snippet of a hit in running text; a declaration is shown as it is written."""
    if hit.provenance["kind"] == "symbol":
        return " ".join(hit.snippet.split())
    return plain(hit.snippet)


def plain(snippet: str) -> str:
    """A snippet as running text: rules, line signs, roles and targets go, the words stay."""
    snippet = DIRECTIVES.sub("", clean(snippet, (ROLE, REFERENCE)))
    text = LINKS.sub(r"\1", SIGNS.sub("", RULES.sub("", snippet)))
    text = EMPHASIS.sub(lambda found: found[2] or found[3] or found[5], text)
    return " ".join(text.replace("`", "").split())


def read_time(text: str | None) -> datetime | None:
    """The time that a hit gives as text."""
    return datetime.fromisoformat(text) if text else None
