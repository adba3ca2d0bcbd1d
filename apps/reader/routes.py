"""Where to look, as its page shows it."""

from collections.abc import Iterable
from dataclasses import dataclass

from apps.access.errors import DomainError
from apps.access.principals import Principal
from apps.documents.marks import repository_mark
from apps.reader.addresses import collection_url
from apps.reader.lookups import readable_collections
from apps.reader.repos.addresses import repo_url
from apps.reader.sources import search_mark
from apps.repos.models import Repository
from apps.retrieval.hits import collection_mark
from apps.retrieval.routing.request import RouteRequest
from apps.retrieval.routing.routes import Destination
from apps.retrieval.routing.routing import find_routes


@dataclass(frozen=True, slots=True)
class Signpost:
    """A destination with its page, and the mark by which the search page knows it."""

    destination: Destination
    url: str
    search_mark: str


@dataclass(frozen=True, slots=True)
class Routing:
    """What came of a question: the sources of both kinds, or what is wrong with the question."""

    query: str = ""
    repositories: tuple[Signpost, ...] = ()
    collections: tuple[Signpost, ...] = ()
    degraded: tuple[dict[str, str], ...] = ()
    is_answered: bool = False
    error: str = ""


def route_for_page(user: Principal, query: str, top_k: int) -> Routing:
    """Name the sources; what is wrong with the question is told, not raised."""
    if not query.strip():
        return Routing(query)
    try:
        routes = find_routes(user=user, request=RouteRequest(query, top_k))
    except DomainError as error:
        return Routing(query, error=error.message)
    pages = source_pages(user)
    return Routing(
        query,
        tuple(signposts(routes.repositories, pages)),
        tuple(signposts(routes.collections, pages)),
        routes.degraded,
        is_answered=True,
    )


def signposts(
    found: Iterable[Destination], pages: dict[str, tuple[str, str]]
) -> Iterable[Signpost]:
    """The destinations with their pages; one whose source is gone meanwhile has none."""
    return (Signpost(one, *pages.get(one.mark, ("", ""))) for one in found)


def source_pages(user: Principal) -> dict[str, tuple[str, str]]:
    """Page and search mark of everything the user can read, by mark."""
    pages = {
        collection_mark(row): (collection_url(row), search_mark(row))
        for row in readable_collections(user)
    }
    for repository in Repository.objects.visible_to(user):
        mark = repository_mark(repository)
        pages[mark] = (repo_url(repository), mark)
    return pages
