"""Searching as the surfaces do it: the question is answered and noted in the query log."""

from apps.access.principals import Principal
from apps.retrieval.asking.log import noting
from apps.retrieval.models import AskedKind
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import SearchAnswer, search


def ask(*, user: Principal, request: SearchRequest) -> SearchAnswer:
    """`search`, with an entry in the query log; raises what it raises."""
    kind = AskedKind.SEARCH
    with noting(user=user, kind=kind, text=request.query, marks=request.sources) as note:
        answer = search(user=user, request=request)
        note.hits(answer.results)
    return answer
