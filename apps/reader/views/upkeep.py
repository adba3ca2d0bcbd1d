"""Renaming, deleting and reviewing documents."""

import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.collections.deleting import describe_deletion
from apps.collections.editing import mark_reviewed
from apps.collections.links_report import backlinks
from apps.collections.renaming import rename_document
from apps.collections.reviews import overdue_documents
from apps.reader.addresses import collection_url, document_url, page_url
from apps.reader.desk import desk_of_id
from apps.reader.forms.editing import DeleteDocumentForm, RenameForm, ReviewForm
from apps.reader.listing import page_of
from apps.reader.lookups import addressed_collection
from apps.reader.pages import page
from apps.reader.submissions import submit
from apps.reader.upkeep import linking_pages, remove_document, renamed_words, set_terms


@page("POST", members_only=True)
def rename(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """Another key for a document; the links to it follow if they shall."""
    desk = desk_of_id(request, collection, document_id)
    document, found = desk.page, desk.collection
    linking = linking_pages(backlinks(user=request.user, document_id=document.pk))
    form = RenameForm(request.POST or None, document=document, linking=len(linking))
    result = submit(request, form, rename_document, document_id=document.pk)
    if result:
        messages.success(request, renamed_words(result))
        return redirect(page_url(found, result.source_key, str(result.document_id)))
    context = {"collection": found, "document": document, "form": form, "linking": linking}
    return show(request, "rename", context)


@page("POST", members_only=True)
def delete(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """Delete a document, once it was said what goes with it and what links to it."""
    desk = desk_of_id(request, collection, document_id)
    deletion = describe_deletion(user=request.user, document_id=document_id)
    form = DeleteDocumentForm(request.POST or None, initial={"expected_version": deletion.version})
    if submit(request, form, remove_document, document_id=document_id):
        messages.success(request, f"{deletion.title} is deleted.")
        return redirect(collection_url(desk.collection))
    linking = linking_pages(deletion.backlinks)
    context = {"collection": desk.collection, "document": desk.page, "deletion": deletion}
    return show(request, "delete", {**context, "form": form, "linking": linking})


@page("POST", members_only=True)
def review(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """Who answers for a document, and how often it is to be read over."""
    desk = desk_of_id(request, collection, document_id)
    form = ReviewForm(request.POST or None, document=desk.page)
    if submit(request, form, set_terms, document_id=document_id):
        messages.success(request, "The review settings are saved.")
        return redirect(document_url(desk.collection, desk.page))
    context = {"collection": desk.collection, "document": desk.page, "form": form}
    return show(request, "review", context)


@page("POST", members_only=True)
def reviewed(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """Note that the visitor has read the document over, and go back to it."""
    desk = desk_of_id(request, collection, document_id)
    if request.method == "POST":
        mark_reviewed(user=request.user, document_id=document_id)
        messages.success(request, "Marked as reviewed today.")
    return redirect(document_url(desk.collection, desk.page))


@page()
def overdue(request: HttpRequest, collection: str) -> HttpResponse:
    """The documents of a collection whose review is overdue, longest first."""
    found = addressed_collection(request, collection)
    rows = overdue_documents(user=request.user, collection_id=found.pk)
    context = {
        "collection": found,
        "page": page_of(request, rows),
        "may_write": can(request.user, Action.WRITE, found),
    }
    return render(request, "reader/editing/overdue.html", context)


def show(request: HttpRequest, name: str, context: dict[str, object]) -> HttpResponse:
    """A page around one form, which may have something to complain about."""
    status = 422 if getattr(context["form"], "errors", None) else 200
    return render(request, f"reader/editing/{name}.html", context, status=status)
