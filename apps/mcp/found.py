"""Search answers: the fields every surface shows, and the hits as Markdown."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from typing_extensions import TypedDict

from apps.mcp.budget import fit_items
from apps.mcp.replies import Reply
from apps.retrieval.hits import Hit
from apps.retrieval.search import SearchAnswer, shown_tokens


class FoundHit(TypedDict):
    """What every hit has; the rest are the fields of `Hit`."""

    mark: str
    chunk_id: str
    title: str
    snippet: str
    content_truncated: bool


class FoundAnswer(TypedDict):
    """A search's answer, as over REST, and whether hits were left out to keep the budget."""

    results: list[FoundHit]
    total_tokens: int
    degraded: list[dict[str, Any]]
    truncated: bool


def search_reply(answer: SearchAnswer, max_tokens: int) -> Reply:
    """As many of the best hits as fit. Raises `BudgetTooSmallError` when not even one does."""

    def build(hits: Sequence[Hit]) -> Reply:
        shown = answer if len(hits) == len(answer.results) else first_hits(answer, hits)
        left_out = len(answer.results) - len(hits)
        structured = {**shown.as_dict(), "truncated": left_out > 0}
        return Reply(structured, render_answer(shown, left_out))

    return fit_items(answer.results, max_tokens, build)


def first_hits(answer: SearchAnswer, hits: Sequence[Hit]) -> SearchAnswer:
    """The answer with these hits only, its tokens counted anew."""
    return replace(answer, results=tuple(hits), total_tokens=sum(map(shown_tokens, hits)))


def render_answer(answer: SearchAnswer, left_out: int) -> str:
    """The answer as Markdown."""
    parts = [f"{len(answer.results)} results, {answer.total_tokens} tokens."]
    if not answer.results:
        parts = ["Nothing found. Try other words, or a wider scope."]
    if left_out:
        parts.append(
            f"{left_out} more results did not fit into max_tokens; lower snippet_chars or top_k, "
            "or raise max_tokens."
        )
    parts += [f"Degraded ({one.stream}, {one.code}): {one.message}" for one in answer.degraded]
    parts += [render_hit(number, hit) for number, hit in enumerate(answer.results, 1)]
    return "\n\n".join(parts)


def render_hit(number: int, hit: Hit) -> str:
    """One hit: its place, its address, why it was found, and the snippet."""
    place = " > ".join(dict.fromkeys([hit.title, *hit.heading_path]))
    more = f" Shortened; read_chunk id={hit.chunk_id} has all." if hit.content_truncated else ""
    chunk = f"`chunk:{hit.chunk_id}`, " if hit.chunk_id else ""
    return (
        f"## {number}. {place}\n`{hit.mark}` ({chunk}score {hit.score:g}). "
        f"{hit.why}.{more}\n\n{hit.snippet}"
    )
