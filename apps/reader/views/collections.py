from django.contrib import messages
from django.db.models import Q
from django.http import FileResponse, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.collections.catalogue import create_collection
from apps.collections.export import export_answer
from apps.collections.models import Link
from apps.reader.addresses import collection_url
from apps.reader.forms.collections import NewCollectionForm
from apps.reader.listing import documents_page, filter_text, page_of, sort_key
from apps.reader.lookups import addressed_collection, collections_with_freshness
from apps.reader.pages import page, wants_partial
from apps.reader.submissions import submit

CARDS = 60


@page()
def shelf(request: HttpRequest) -> HttpResponse:
    """The collections as cards, filtered by name and description."""
    rows = collections_with_freshness(request.user)
    text = filter_text(request)
    if text:
        rows = rows.filter(Q(name__icontains=text) | Q(description__icontains=text))
    template = "reader/_cards.html" if wants_partial(request) else "reader/collections.html"
    form = NewCollectionForm(user=request.user)
    context = {"page": page_of(request, rows, CARDS), "filter": text, "form": form}
    return render(request, template, context)


@page("POST", members_only=True)
def new(request: HttpRequest) -> HttpResponse:
    """The form for a new collection, also shown in a dialog on the shelf."""
    form = NewCollectionForm(request.POST or None, user=request.user)
    created = submit(request, form, create_collection)
    if created:
        messages.success(request, f"{created.name} is ready. Upload its first documents.")
        return redirect(collection_url(created))
    status = 422 if form.errors else 200
    return render(request, "reader/new_collection.html", {"form": form}, status=status)


@page()
def collection(request: HttpRequest, collection: str) -> HttpResponse:
    """One collection: its actions and the table of its documents."""
    found = addressed_collection(request, collection)
    context = {
        "collection": found,
        "page": documents_page(request, found, request.user),
        "filter": filter_text(request),
        "sort": sort_key(request),
        "may_write": can(request.user, Action.WRITE, found),
        "may_share": can(request.user, Action.SHARE, found),
    }
    template = "reader/_documents.html" if wants_partial(request) else "reader/collection.html"
    return render(request, template, context)


@page()
def export(request: HttpRequest, collection: str) -> FileResponse:
    """A collection as a zip that comes back in unchanged, for whoever may read it."""
    found = addressed_collection(request, collection)
    return export_answer(user=request.user, collection=found)


@page()
def links(request: HttpRequest, collection: str) -> HttpResponse:
    """The links of a collection that lead nowhere."""
    found = addressed_collection(request, collection)
    rows = Link.objects.visible_to(request.user).filter(document__collection=found).unresolved()
    rows = rows.select_related("document").defer("document__content")
    rows = rows.order_by("document__source_key", "line", "id")
    may_write = can(request.user, Action.WRITE, found)
    context = {"collection": found, "page": page_of(request, rows), "may_write": may_write}
    return render(request, "reader/links.html", context)
