from django.http import HttpRequest, HttpResponse

from apps.collections.models import Document
from apps.documents.library import leaves, page_tree
from apps.reader.lookups import addressed_collection, readable_collections
from apps.reader.outlines import collection_outline, entrance_outline, repository_outline
from apps.reader.pages import page
from apps.reader.repos.found import repo_page
from apps.repos.catalogue import list_repositories
from apps.repos.models import Repository

COLUMNS = ("title", "source_key", "collection_id")


@page()
def entrance(request: HttpRequest) -> HttpResponse:
    """Every source that the visitor can read."""
    repositories = list_repositories(user=request.user)
    return plain(entrance_outline(request, readable_collections(request.user), repositories))


@page()
def collection(request: HttpRequest, collection: str) -> HttpResponse:
    """Every document of a collection; one of that very key stands at its id."""
    found = addressed_collection(request, collection)
    rows = Document.objects.visible_to(request.user).filter(collection=found).only(*COLUMNS)
    return plain(collection_outline(request, found, rows.order_by("source_key").iterator()))


@repo_page()
def repository(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Every page of a repository; none before its first sync."""
    is_ready = repository.is_ready
    nodes = page_tree(user=request.user, repository_id=repository.pk) if is_ready else []
    return plain(repository_outline(request, repository, leaves(nodes)))


def plain(text: str) -> HttpResponse:
    """Text as it is."""
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
