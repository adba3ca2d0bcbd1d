"""Long lists: filtered, sorted and cut into pages."""

from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet
from django.db.models.functions import Lower
from django.http import HttpRequest

from apps.access.principals import Principal
from apps.collections.models import Collection, Document
from apps.reader.forms.collections import FilterForm

PER_PAGE = 50
SORTS: dict[str, tuple[Any, ...]] = {
    "title": (Lower("title"), "source_key"),
    "-title": (Lower("title").desc(), "-source_key"),
    "key": ("source_key",),
    "-key": ("-source_key",),
    "updated": ("content_updated_at", "source_key"),
    "-updated": ("-content_updated_at", "source_key"),
    "links": ("broken_link_count", "source_key"),
    "-links": ("-broken_link_count", "source_key"),
}
FALLBACK = "key"
COLUMNS = (
    *("source_key", "title", "content_updated_at", "created_at", "collection_id"),
    *("owner", "reviewed_on", "review_interval_days"),
)


def page_of(
    request: HttpRequest, rows: QuerySet[Any, Any] | list[Any], size: int = PER_PAGE
) -> Page[Any]:
    """The page that the address asks for; the nearest one when there is no such page."""
    paginator: Paginator[Any] = Paginator(rows, size)
    return paginator.get_page(request.GET.get("page"))


def filter_text(request: HttpRequest) -> str:
    """What the address asks to filter a list by."""
    return FilterForm(request.GET).text()


def sort_key(request: HttpRequest) -> str:
    """The order that the address asks for, if there is such an order."""
    asked = request.GET.get("sort", "")
    return asked if asked in SORTS else FALLBACK


def documents_page(request: HttpRequest, collection: Collection, user: Principal) -> Page[Document]:
    """The documents of a collection without their texts, as the address filters and sorts them."""
    rows = Document.objects.visible_to(user).filter(collection=collection)
    text = filter_text(request)
    if text:
        rows = rows.filter(Q(title__icontains=text) | Q(source_key__icontains=text))
    narrow = rows.with_counts().select_related("owner").only(*COLUMNS, "owner__username")
    return page_of(request, narrow.order_by(*SORTS[sort_key(request)]))
