import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.errors import NotFoundError
from apps.access.querysets import Action, can
from apps.collections.editing import restore_revision
from apps.collections.models import Collection, Document
from apps.collections.revisions import list_revisions, read_revision
from apps.reader.comparing import compared
from apps.reader.listing import page_of
from apps.reader.lookups import addressed_collection, addressed_document, document_of_id
from apps.reader.page_addresses import document_page_url
from apps.reader.pages import page
from apps.reader.standing import page_below

PER_PAGE = 30


@page_below("history")
def history(request: HttpRequest, collection: str, key: str) -> HttpResponse:
    """The revisions of a document, and the difference of two of them."""
    found = addressed_collection(request, collection)
    document, is_twin = addressed_document(request.user, found, key)
    if is_twin:
        raise NotFoundError
    return show_history(request, found, document)


@page()
def history_by_id(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """The same for a document whose key cannot stand in a path."""
    found = addressed_collection(request, collection)
    return show_history(request, found, document_of_id(request.user, found, document_id))


def show_history(request: HttpRequest, collection: Collection, document: Document) -> HttpResponse:
    """The list, and above it the comparison that the address asks for."""
    revisions = list_revisions(user=request.user, document_id=document.pk)
    context = {
        "collection": collection,
        "document": document,
        "page": page_of(request, revisions, PER_PAGE),
        "comparison": compared(request, document),
        "may_write": can(request.user, Action.WRITE, collection),
    }
    return render(request, "reader/editing/history.html", context)


@page()
def revision(
    request: HttpRequest, collection: str, document_id: uuid.UUID, number: int
) -> HttpResponse:
    """The text of one revision as it was stored."""
    found = addressed_collection(request, collection)
    document = document_of_id(request.user, found, document_id)
    row = read_revision(user=request.user, document_id=document.pk, number=number)
    return HttpResponse(row.content, content_type="text/plain; charset=utf-8")


@page("POST", members_only=True)
def restore(
    request: HttpRequest, collection: str, document_id: uuid.UUID, number: int
) -> HttpResponse:
    """Make an earlier text the current one, as a new revision."""
    found = addressed_collection(request, collection, Action.WRITE)
    document = document_of_id(request.user, found, document_id)
    history = document_page_url(found, document, "history", user=request.user)
    if request.method == "POST":
        result = restore_revision(user=request.user, document_id=document.pk, number=number)
        messages.success(request, f"Revision {number} is restored as version {result.version}.")
    return redirect(history)
