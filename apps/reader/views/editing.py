import uuid
from dataclasses import replace

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.errors import NotFoundError
from apps.collections.drafts import other_key
from apps.collections.models import Draft
from apps.collections.seen_drafts import StaleDraftError
from apps.collections.templates import TEMPLATES
from apps.reader.desk import Desk, desk_of_id, desk_of_key, desk_of_new
from apps.reader.draft_states import new_page_url
from apps.reader.editor import beginning, work_on
from apps.reader.new_pages import beginning_of_new
from apps.reader.pages import page
from apps.reader.standing import page_below
from apps.reader.writing import Writing


@page_below("edit", "POST", members_only=True)
def edit(request: HttpRequest, collection: str, key: str) -> HttpResponse:
    """The editor of a document."""
    try:
        desk = desk_of_key(request, collection, key)
        return work_on(request, desk, beginning(desk))
    except NotFoundError:
        return keep_orphan(request, collection)


@page("POST", members_only=True)
def edit_by_id(request: HttpRequest, collection: str, document_id: uuid.UUID) -> HttpResponse:
    """The editor of a document, under an address that outlives a renaming."""
    try:
        desk = desk_of_id(request, collection, document_id)
        return work_on(request, desk, beginning(desk))
    except NotFoundError:
        return keep_orphan(request, collection)


def keep_orphan(request: HttpRequest, collection: str) -> HttpResponse:
    """A text whose document is gone is kept as the draft of a new page; else `NotFoundError`."""
    if request.method != "POST" or "content" not in request.POST:
        raise NotFoundError
    desk = desk_of_new(request, collection)
    draft = keep_beside(desk, Writing.of_post(request.POST).upon(0))
    messages.warning(request, GONE)
    return redirect(new_page_url(desk.collection, draft=draft.pk))


def keep_beside(desk: Desk, writing: Writing) -> Draft:
    """The text as the draft of a new page, under a key of its own where a newer draft stands."""
    try:
        return desk.keep(writing)
    except StaleDraftError:
        key = other_key(writing.source_key)
        return desk.keep(replace(writing, source_key=key, draft_id=None, draft_version=0))


@page("POST", members_only=True)
def new(request: HttpRequest, collection: str) -> HttpResponse:
    """The choice of a template, then the editor of a new page."""
    desk = desk_of_new(request, collection)
    begun = beginning_of_new(request, desk)
    if request.method == "POST" or begun is not None:
        return work_on(request, desk, begun or Writing())
    return choose(request, desk)


def choose(request: HttpRequest, desk: Desk) -> HttpResponse:
    """What a page can begin with: a template, or one of the author's own drafts."""
    context = {"collection": desk.collection, "templates": TEMPLATES, "drafts": desk.new_drafts()}
    return render(request, "reader/editing/new.html", context)


GONE = "Somebody has deleted this page in between. Your text is kept here as a new page."
