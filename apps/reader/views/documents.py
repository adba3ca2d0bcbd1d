import uuid

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.errors import NotFoundError
from apps.access.querysets import Action, can
from apps.collections.models import Collection, Document
from apps.reader.addresses import attachment_url
from apps.reader.lookups import (
    addressed_collection,
    addressed_document,
    attachment_of_key,
    document_of_id,
)
from apps.reader.pages import page
from apps.reader.tabs import TABS, tab_context
from apps.reader.twins import source_answer, twin_answer, twin_url
from apps.reader.upkeep import is_review_due


@page()
def document(request: HttpRequest, collection: str, key: str) -> HttpResponse:
    """One document by its key, or its plain-Markdown twin; the key of a file leads to the file."""
    found = addressed_collection(request, collection)
    try:
        row, is_twin = addressed_document(request.user, found, key)
    except NotFoundError:
        file = attachment_of_key(request.user, found, key)
        return redirect(attachment_url(found, file.source_key))
    return show(request, found, row, as_markdown=is_twin)


@page()
def document_by_id(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """One document whose key cannot stand in a path."""
    found = addressed_collection(request, collection)
    return show(request, found, document_of_id(request.user, found, document_id))


def show(
    request: HttpRequest, collection: Collection, row: Document, *, as_markdown: bool = False
) -> HttpResponse:
    """The stored text as it is, or the page with the tab that the address asks for."""
    if "raw" in request.GET:
        return source_answer(row)
    if as_markdown:
        return twin_answer(row)
    asked = request.GET.get("tab", "")
    tab = asked if asked in TABS else "preview"
    context = {"collection": collection, "document": row, "tab": tab, "tabs": TABS}
    context["may_write"] = can(request.user, Action.WRITE, collection)
    context["twin_url"] = twin_url(collection, row)
    context["is_review_due"] = is_review_due(row)
    context |= tab_context(request, collection, row, tab)
    return render(request, "reader/document.html", context)
