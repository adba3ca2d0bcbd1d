from django.db.models import F
from django.db.models.functions import Lower
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.documents.shelf import repository_shelf
from apps.reader.lookups import collections_with_freshness
from apps.reader.pages import page
from apps.reader.recent import recent_documents

SHELF = 12
LAST_SYNCED_FIRST = (F("synced_at").desc(nulls_last=True), "host", "namespace", "name")
FRESHEST_FIRST = (F("fresh_at").desc(nulls_last=True), Lower("name"), "pk")


@page()
def home(request: HttpRequest) -> HttpResponse:
    """The search field, the sources the visitor can read, and what changed lately."""
    sources = collections_with_freshness(request.user).order_by(*FRESHEST_FIRST)
    repositories = repository_shelf(user=request.user).order_by(*LAST_SYNCED_FIRST)
    context = {
        "sources": sources[:SHELF],
        "source_count": len(sources),
        "repositories": repositories[:SHELF],
        "repository_count": len(repositories),
        "recent": recent_documents(request.user, limit=8),
    }
    return render(request, "reader/home.html", context)
