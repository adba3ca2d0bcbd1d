"""The one search service behind the command line, REST, the pages and MCP."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.conf import settings

from apps.access.principals import Principal
from apps.retrieval.candidates import Candidate
from apps.retrieval.degrading import Degradation, guard
from apps.retrieval.embedding.embedder import configured_embedder
from apps.retrieval.embedding.spaces import active_space
from apps.retrieval.folding import Found
from apps.retrieval.fusion import Fused, fuse
from apps.retrieval.hits import Hit, find_chunks, make_hits
from apps.retrieval.lexical.stream import lexical_stream
from apps.retrieval.meaning import embed_meanwhile, note_missing_vectors, search_vectors
from apps.retrieval.mixing import Verdict, mix
from apps.retrieval.models import EmbeddingSpace
from apps.retrieval.request import SearchRequest
from apps.retrieval.reranking.order import rerank
from apps.retrieval.reranking.reranker import RerankingFailedError
from apps.retrieval.scope import Scope, build_scope
from apps.retrieval.streams import exact_stream
from apps.retrieval.symbols import exact_symbols, symbol_hits, symbol_stream
from apps.retrieval.tallies import count_passages
from apps.retrieval.votes import judge
from apps.text.query_terms import query_terms
from apps.text.tokens import count_tokens

# Looked at beyond the wanted hits, because copies are folded.
SPARE = 10
# Filters that names of code cannot answer.
DOCUMENT_FILTERS = ("kinds", "formats", "heading", "since", "until", "as_of")


@dataclass(frozen=True, slots=True)
class SearchAnswer:
    """The hits, best first, and what the caller must know about how they were found."""

    query: str
    results: tuple[Hit, ...]
    total_tokens: int
    degraded: tuple[Degradation, ...]
    # Passages in the scope, all of which the user may read; 0 when only symbols were searched.
    searched: int

    def as_dict(self) -> dict[str, Any]:
        """For JSON: the same fields and order on every surface."""
        return {
            "results": [hit.as_dict() for hit in self.results],
            "total_tokens": self.total_tokens,
            "degraded": [asdict(one) for one in self.degraded],
        }


@dataclass(frozen=True, slots=True)
class PassageAnswer:
    """The passages of a search, best first, copies folded, for callers that read them on."""

    found: tuple[Found, ...]
    degraded: tuple[Degradation, ...]


def search(
    *, user: Principal, request: SearchRequest, space: EmbeddingSpace | None = None
) -> SearchAnswer:
    """Find the passages that answer a question among all that the user may read.

    ``space`` searches another embedding space than the serving one, to compare the two.

    Raises `InvalidRequestError` for values out of bounds and `NotFoundError` for a source mark that
    is missing or hidden. A stream that fails is named in ``degraded`` and contributes nothing.
    """
    request.check()
    scope = build_scope(user=user, request=request)
    degraded: list[Degradation] = []
    if request.mode == "symbols":
        return search_symbols_only(user, request, scope, degraded)
    fused, searched = rank(request, scope, space, degraded)
    symbols: dict[UUID, Hit] = {}
    if request.mode == "mixed":
        symbols = symbol_hits(user, fused, snippet_chars=request.snippet_chars)
    passages = [one for one in fused if one.id not in symbols]
    hits = make_hits(
        passages, query_terms(request.query), request.snippet_chars, most=request.top_k
    )
    hits = sorted([*hits, *symbols.values()], key=lambda hit: -hit.score) if symbols else hits
    return make_answer(request, hits[: request.top_k], degraded, searched)


def search_passages(*, user: Principal, request: SearchRequest) -> PassageAnswer:
    """What `search` finds in documents, in the same order, as chunks without their snippets.

    The chunks' documents are loaded without their text. Raises what `search` raises.
    """
    request.check()
    scope = build_scope(user=user, request=request)
    degraded: list[Degradation] = []
    fused, _ = rank(request, scope, None, degraded)
    return PassageAnswer(tuple(find_chunks(fused)[: request.top_k]), tuple(degraded))


def rank(
    request: SearchRequest,
    scope: Scope,
    space: EmbeddingSpace | None,
    degraded: list[Degradation],
) -> tuple[list[Fused], int]:
    """The wanted passages and some to spare, best first, and how many there are in the scope."""
    space = None if configured_embedder() is None else space or active_space()
    vector = embed_meanwhile(request.query, space)
    streams = {
        "exact": guard("exact", lambda: exact_stream(request.query, scope), degraded),
        "lexical": guard("lexical", lambda: lexical_stream(request.query, scope), degraded),
    }
    if request.mode == "mixed":
        streams["symbols"] = find_symbols(request, scope, degraded)
        streams["exact"] += exact_symbols(streams["symbols"])
    searched, embedded = count_passages(scope, space)
    streams["dense"] = search_vectors(vector, space, scope, searched, degraded)
    note_missing_vectors(searched, embedded, degraded)
    # The nearest of a few vectors says little about the many passages that have none yet; the mere
    # share of vectors as weight did worse than words alone (docs/benchmarks.md).
    coverage = (embedded / searched) ** 3 if searched else 1.0
    fused = reorder(request, fuse_streams(streams, coverage, degraded), degraded)
    return fused[: request.top_k + SPARE], searched


def fuse_streams(
    streams: dict[str, list[Candidate]], coverage: float, degraded: list[Degradation]
) -> list[Fused]:
    """The candidates of all streams in one order, by the method that the settings choose."""
    if settings.PRESSMARK.search.fusion == "rrf":
        return fuse(streams, first="exact", weights={"dense": coverage})

    def judged(best: Mapping[UUID, float]) -> dict[UUID, Verdict]:
        return dict(guard("links", lambda: list(judge(best).items()), degraded))

    dense_share = settings.PRESSMARK.search.dense_percent / 100 * coverage
    return mix(streams, dense_share=dense_share, judge=judged)


def reorder(request: SearchRequest, fused: list[Fused], degraded: list[Degradation]) -> list[Fused]:
    """The passages as a cross-encoder orders them, if there is one; told when it fails."""
    try:
        return rerank(request.query, fused)
    except RerankingFailedError as error:
        degraded.append(Degradation("rerank", "PROVIDER_FAILED", error.message))
        return fused


def make_answer(
    request: SearchRequest, hits: list[Hit], degraded: list[Degradation], searched: int
) -> SearchAnswer:
    """The answer with its tokens counted."""
    return SearchAnswer(
        query=request.query,
        results=tuple(hits),
        total_tokens=sum(map(shown_tokens, hits)),
        degraded=tuple(degraded),
        searched=searched,
    )


def search_symbols_only(
    user: Principal, request: SearchRequest, scope: Scope, degraded: list[Degradation]
) -> SearchAnswer:
    """The answer over names of code alone."""
    found = find_symbols(request, scope, degraded)
    fused = fuse({"symbols": found})[: request.top_k]
    symbols = symbol_hits(user, fused, snippet_chars=request.snippet_chars)
    hits = [symbols[one.id] for one in fused if one.id in symbols]
    return make_answer(request, hits, degraded, searched=0)


def find_symbols(
    request: SearchRequest, scope: Scope, degraded: list[Degradation]
) -> list[Candidate]:
    """The stream of symbols; what only documents have empties it."""
    if asked := [name for name in DOCUMENT_FILTERS if getattr(request, name)]:
        text = f"Names of code are in no document; leave {', '.join(asked)} out to find them."
        degraded.append(Degradation("symbols", "NOT_FILTERABLE", text))
        return []
    return guard("symbols", lambda: symbol_stream(request.query, scope, request.mode), degraded)


def shown_tokens(hit: Hit) -> int:
    """Tokens of every word of a hit that a reader or agent gets to see."""
    frame = "\n".join((hit.mark, hit.title, " > ".join(hit.heading_path), hit.why, ""))
    return count_tokens(frame) + count_tokens(hit.snippet)
