import uuid

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from apps.access.querysets import Action, can
from apps.reader.listing import page_of
from apps.reader.repos.addresses import repo_url
from apps.reader.repos.found import repo_page
from apps.reader.repos.state import running_sync
from apps.repos.host_pages import host_pages
from apps.repos.models import Repository, SyncRun
from apps.repos.runs import list_runs, request_sync

PER_PAGE = 30


@repo_page()
def runs(request: HttpRequest, repository: Repository) -> HttpResponse:
    """The syncs of a repository, newest first, above them the one that is under way."""
    rows = list_runs(user=request.user, repository_id=repository.pk).defer("skipped")
    context = {
        "repository": repository,
        "page": page_of(request, rows, PER_PAGE),
        "row": running_sync(request.user, repository),
        "may_write": can(request.user, Action.WRITE, repository),
    }
    return render(request, "reader/repos/runs.html", context)


@repo_page()
def run(request: HttpRequest, repository: Repository, run_id: uuid.UUID) -> HttpResponse:
    """One sync: its counters, and every file that was left out with the reason."""
    found = SyncRun.objects.find(user=request.user, pk=run_id, repository=repository)
    context = {
        "repository": repository,
        "run": found,
        "may_write": can(request.user, Action.WRITE, repository),
        "host": host_pages(repository),
    }
    return render(request, "reader/repos/run.html", context)


@repo_page("POST", action=Action.WRITE, members_only=True)
def sync(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Queue a sync and go to where it can be watched."""
    if request.method == "POST":
        request_sync(user=request.user, repository_id=repository.pk)
        messages.success(request, "The sync is queued.")
    return redirect(repo_url(repository, "runs"))
