"""Documents that may answer a golden question, to pick from."""

from dataclasses import dataclass

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.retrieval.golden.keeping import check_admin
from apps.retrieval.request import SearchRequest
from apps.retrieval.search import search

MOST = 12


@dataclass(frozen=True, slots=True)
class Suggestion:
    """A document by its mark and title."""

    mark: str
    title: str


def suggest_answers(*, user: Principal, words: str) -> list[Suggestion]:
    """The best documents for these words, as the search finds them now; none for no words."""
    check_admin(user)
    try:
        hits = search(user=user, request=SearchRequest(words, top_k=4 * MOST)).results
    except DomainError:
        return []
    found: dict[str, str] = {}
    for hit in hits:
        if hit.chunk_id:
            found.setdefault(hit.mark.split("#")[0].split("::")[0], hit.title)
    return [Suggestion(mark, title) for mark, title in found.items()][:MOST]
