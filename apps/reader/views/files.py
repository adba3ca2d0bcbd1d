"""The files beside the documents: shown, listed, added and removed."""

import uuid

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.collections.attaching import delete_attachment
from apps.collections.models import Attachment
from apps.collections.serving import attachment_answer
from apps.reader.addresses import collection_url
from apps.reader.listing import filter_text, page_of
from apps.reader.lookups import addressed_collection, attachment_of_key
from apps.reader.pages import page


@page()
def attachment(request: HttpRequest, collection: str, key: str) -> HttpResponse:
    """The content of one file, or 304 when the browser has it already."""
    found = addressed_collection(request, collection)
    return attachment_answer(request, attachment_of_key(request.user, found, key))


@page()
def files(request: HttpRequest, collection: str) -> HttpResponse:
    """The files of a collection by key."""
    found = addressed_collection(request, collection)
    text = filter_text(request)
    rows = Attachment.objects.visible_to(request.user).filter(collection=found)
    rows = rows.filter(source_key__icontains=text).annotate(link_count=Count("backlinks"))
    context = {
        "collection": found,
        "page": page_of(request, rows.order_by("source_key")),
        "filter": text,
        "may_write": can(request.user, Action.WRITE, found),
    }
    return render(request, "reader/files.html", context)


@page("POST", members_only=True)
def delete(request: HttpRequest, collection: str, attachment_id: uuid.UUID) -> HttpResponse:
    """Delete a file, once it was asked what shows it."""
    found = addressed_collection(request, collection, Action.WRITE)
    file = Attachment.objects.find(user=request.user, pk=attachment_id, collection=found)
    if request.method == "POST":
        delete_attachment(user=request.user, attachment_id=file.pk)
        messages.success(request, f"{file.source_key} is deleted.")
        return redirect(collection_url(found, "files"))
    linking = file.backlinks.select_related("document").order_by("document__source_key", "line")
    context = {"collection": found, "file": file, "linking": linking[:20]}
    return render(request, "reader/delete_file.html", context)
