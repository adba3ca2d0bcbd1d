from django.http import HttpRequest, HttpResponse

from apps.collections.models import Document
from apps.reader.lookups import addressed_collection, readable_collections
from apps.reader.outlines import collection_outline, entrance_outline
from apps.reader.pages import page

COLUMNS = ("title", "source_key", "collection_id")


@page()
def entrance(request: HttpRequest) -> HttpResponse:
    """Every collection that the visitor can read."""
    return plain(entrance_outline(request, readable_collections(request.user)))


@page()
def collection(request: HttpRequest, collection: str) -> HttpResponse:
    """Every document of a collection; one of that very key stands at its id."""
    found = addressed_collection(request, collection)
    rows = Document.objects.visible_to(request.user).filter(collection=found).only(*COLUMNS)
    return plain(collection_outline(request, found, rows.order_by("source_key").iterator()))


def plain(text: str) -> HttpResponse:
    """Text as it is."""
    return HttpResponse(text, content_type="text/plain; charset=utf-8")
