from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.models import Source
from apps.access.querysets import Action
from apps.reader.addresses import collection_url
from apps.reader.forms.sharing import HolderForm, ShareForm
from apps.reader.granting import access_to, share_with, stop_sharing
from apps.reader.listing import filter_text, page_of
from apps.reader.lookups import addressed_collection
from apps.reader.pages import page
from apps.reader.repos.addresses import repo_url
from apps.reader.repos.found import repo_page
from apps.reader.submissions import submit
from apps.repos.models import Repository


@page("POST", members_only=True)
def collection(request: HttpRequest, collection: str) -> HttpResponse:
    """Who has access to a collection and why, and with whom it is shared."""
    found = addressed_collection(request, collection, Action.SHARE)
    own = collection_url(found, "collection_sharing")
    context = {"collection": found, "visibility_url": collection_url(found, "visibility")}
    return answer(request, found, own, "reader/sharing.html", context)


@repo_page("POST", action=Action.SHARE, members_only=True)
def repository(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Who has access to a repository and why, and with whom it is shared."""
    own = repo_url(repository, "sharing")
    context = {"repository": repository, "visibility_url": repo_url(repository, "visibility")}
    return answer(request, repository, own, "reader/repos/sharing.html", context)


def answer(
    request: HttpRequest, source: Source, own: str, template: str, context: dict[str, Any]
) -> HttpResponse:
    """Give or take a grant and go back to the page; or the page."""
    takes = request.POST.get("do") == "revoke"
    form = HolderForm(request.POST) if takes else ShareForm(request.POST or None, source=source)
    done = submit(request, form, stop_sharing if takes else share_with, source=source)
    if done:
        messages.success(request, done if takes else f"{done} has a grant now.")
        return redirect(own)
    access = access_to(user=request.user, source=source, sought=filter_text(request))
    context |= {
        "source": source,
        "access": access,
        "page": page_of(request, list(access.readers)),
        "filter": filter_text(request),
        "form": ShareForm(source=source) if takes else form,
        "own_url": own,
    }
    return render(request, template, context, status=422 if form.errors else 200)
