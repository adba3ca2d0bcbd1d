from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.collections.catalogue import update_collection
from apps.reader.addresses import collection_url
from apps.reader.forms.collections import DeleteForm, SettingsForm, VisibilityForm
from apps.reader.lookups import addressed_collection
from apps.reader.pages import page
from apps.reader.sharing import change_visibility, remove_collection, sharing_of
from apps.reader.submissions import submit
from apps.retrieval.embedding.embedder import configured_embedder
from apps.retrieval.embedding.status import embed_status, request_reembed


@page("POST", members_only=True)
def settings(request: HttpRequest, collection: str) -> HttpResponse:
    """Name and description, and the way to everything else about a collection."""
    found = addressed_collection(request, collection, Action.WRITE)
    initial = {name: getattr(found, name) for name in ("name", "description", "logs_questions")}
    is_own = can(request.user, Action.DELETE, found)
    form = SettingsForm(request.POST or None, initial=initial, may_rename=is_own)
    changed = submit(request, form, update_collection, collection_id=found.pk)
    if changed:
        messages.success(request, "The settings are saved.")
        return redirect(collection_url(changed, "collection_settings"))
    context = {
        "collection": found,
        "form": form,
        "sharing": sharing_of(request.user, found),
        "may_delete": is_own,
    }
    status = 422 if form.errors else 200
    return render(request, "reader/settings.html", context, status=status)


@page("POST", members_only=True)
def visibility(request: HttpRequest, collection: str) -> HttpResponse:
    """Who can read a collection. Making it public is asked twice, with the number it opens."""
    found = addressed_collection(request, collection, Action.SHARE)
    form = VisibilityForm(request.POST or None, user=request.user, current=found.visibility)
    service = None if form.awaits_confirmation else change_visibility
    if service and submit(request, form, service, collection_id=found.pk):
        messages.success(request, "Who can read this collection has been changed.")
        return redirect(collection_url(found, "collection_sharing"))
    context = {"collection": found, "form": form, "sharing": sharing_of(request.user, found)}
    return render(request, "reader/visibility.html", context)


@page("POST", members_only=True)
def reembed(request: HttpRequest, collection: str) -> HttpResponse:
    """Make all vectors of a collection anew, once it was said what that means."""
    found = addressed_collection(request, collection, Action.WRITE)
    if request.method == "POST":
        job = request_reembed(user=request.user, source_id=found.pk)
        messages.success(request, "The vectors are made anew; this is the job.")
        return redirect("job", job.pk)
    context = {
        "collection": found,
        "status": embed_status(user=request.user, source_id=found.pk),
        "may_embed": configured_embedder() is not None,
    }
    return render(request, "reader/reembed.html", context)


@page("POST", members_only=True)
def delete(request: HttpRequest, collection: str) -> HttpResponse:
    """Delete a collection, once its name was typed."""
    found = addressed_collection(request, collection, Action.DELETE)
    form = DeleteForm(request.POST or None, expected=found.name)
    if submit(request, form, remove_collection, collection_id=found.pk):
        messages.success(request, f"{found.name} is deleted.")
        return redirect("collections")
    context = {"collection": found, "form": form, "sharing": sharing_of(request.user, found)}
    return render(request, "reader/delete.html", context, status=422 if form.errors else 200)
