"""Says which sources a question belongs to: the service behind REST and MCP."""

from dataclasses import asdict, dataclass

from django.db import router, transaction

from apps.access.principals import Principal
from apps.collections.models import Collection
from apps.repos.models import Repository
from apps.retrieval.asking.log import noting
from apps.retrieval.asking.note import Found
from apps.retrieval.models import AskedKind, Passage
from apps.retrieval.readable import mark_of, readable_sources
from apps.retrieval.request import SearchRequest
from apps.retrieval.routing.labels import Label, Naming, namings
from apps.retrieval.routing.likelihood import likelihoods
from apps.retrieval.routing.mass import Votes, votes_of
from apps.retrieval.routing.request import RouteRequest
from apps.retrieval.routing.routes import Destination, Routes
from apps.retrieval.scope import build_scope
from apps.retrieval.search import search

LOOKED_AT = 100
# Chosen on an open set of questions with known projects, on a wide plateau: docs/benchmarks.md.
LIKELIHOOD = 0.3
NAMING = 0.5
WHOLE = 1 + LIKELIHOOD + NAMING
NO_VOTES, NO_NAMING = Votes(), Naming(0.0, is_named=False)


@dataclass(frozen=True, slots=True)
class Evidence:
    """What speaks for one source."""

    votes: Votes
    likelihood: float
    naming: Naming

    @property
    def score(self) -> float:
        """From 0 to 1: all three, weighed."""
        parts = self.votes.share + LIKELIHOOD * self.likelihood + NAMING * self.naming.share
        return round(parts / WHOLE, 4)

    @property
    def why(self) -> str:
        """The strongest reasons in one line."""
        reasons = []
        if self.naming.is_named:
            reasons.append("the question names it")
        elif self.naming.share:
            reasons.append("its name or description has words of the question")
        if self.votes.documents:
            count = self.votes.documents
            pages = "1 document" if count == 1 else f"{count} documents"
            title = " ".join(self.votes.title.split())
            reasons.append(f"{pages} found, “{title}” at rank {self.votes.rank}")
        elif self.likelihood:
            reasons.append("it has words of the question, but nothing among the best")
        text = "; ".join(reasons) or "nothing in it fits the question"
        return text[:1].upper() + text[1:]


def find_routes(*, user: Principal, request: RouteRequest) -> Routes:
    """The sources that most likely answer a question, among those that the user may read.

    Repositories come only with something that speaks for them, collections always, up to ``top_k``.
    Raises `InvalidRequestError` for values out of bounds.
    """
    with noting(user=user, kind=AskedKind.ROUTE, text=request.query) as note:
        request.check()
        routes = rank_sources(user, request)
        named = [*routes.repositories, *routes.collections]
        best = sorted((one for one in named if one.score), key=lambda one: -one.score)
        note.answers(Found(one.mark, one.mark) for one in best)
    return routes


def rank_sources(user: Principal, request: RouteRequest) -> Routes:
    """Both pools, ranked by the same score."""
    question = SearchRequest(request.query, top_k=LOOKED_AT, snippet_chars=80)
    answer = search(user=user, request=question)
    votes = votes_of(answer.results)
    with transaction.atomic(using=router.db_for_read(Passage)):
        likely = likelihoods(request.query, build_scope(user=user, request=question))
    sources = readable_sources(user)
    named = namings(request.query, {pk: label_of(source) for pk, source in sources.items()})
    pools: dict[str, list[Destination]] = {"repository": [], "collection": []}
    for pk, source in sources.items():
        evidence = Evidence(votes.get(pk, NO_VOTES), likely.get(pk, 0.0), named.get(pk, NO_NAMING))
        if evidence.score or isinstance(source, Collection):
            kind = "collection" if isinstance(source, Collection) else "repository"
            mark = mark_of(source)
            pools[kind].append(Destination(mark, str(source), evidence.score, evidence.why))
    ranked = {
        kind: tuple(sorted(pool, key=lambda one: (-one.score, one.mark))[: request.top_k])
        for kind, pool in pools.items()
    }
    degraded = tuple(asdict(one) for one in answer.degraded)
    return Routes(ranked["repository"], ranked["collection"], degraded)


def label_of(source: Collection | Repository) -> Label:
    """How people call a source; of a repository's address only the last part is its name."""
    return Label(source.name, source.description)
