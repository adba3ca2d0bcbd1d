from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.access.querysets import Action
from apps.documents.broken_links import find_broken_links
from apps.documents.mentions.drift import list_drift
from apps.reader.listing import page_of
from apps.reader.repos.found import repo_page
from apps.repos.host_pages import host_pages
from apps.repos.models import Repository


@repo_page(action=Action.WRITE, members_only=True)
def drift(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Names in documents that used to mean a symbol which is gone."""
    rows = list_drift(user=request.user, repository_id=repository.pk)
    context = {"repository": repository, "page": page_of(request, rows), "may_write": True}
    return render(request, "reader/repos/drift.html", context)


@repo_page(action=Action.WRITE, members_only=True)
def links(request: HttpRequest, repository: Repository) -> HttpResponse:
    """Links that lead nowhere, looked for now; the address says behind which path to begin."""
    after = request.GET.get("after", "")
    report = find_broken_links(user=request.user, repository_id=repository.pk, after=after)
    host = host_pages(repository)
    rows = [(one, host.file(one.path, one.line) if host else "") for one in report.links]
    context = {"repository": repository, "report": report, "rows": rows, "after": after}
    return render(request, "reader/repos/links.html", context | {"may_write": True})
