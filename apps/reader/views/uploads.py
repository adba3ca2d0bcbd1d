from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from apps.access.querysets import Action
from apps.reader.folder_uploads import keeps_folders
from apps.reader.incoming import receive
from apps.reader.job_rows import job_rows
from apps.reader.lookups import addressed_collection
from apps.reader.pages import page, wants_partial
from apps.reader.upload_reports import upload_report


@keeps_folders
@page("POST", members_only=True)
def upload(request: HttpRequest, collection: str) -> HttpResponse:
    """The upload form; after a post, what became of every file."""
    found = addressed_collection(request, collection, Action.WRITE)
    received = receive(request, found) if request.method == "POST" else None
    rows = job_rows(request.user, received.jobs) if received else []
    context = {
        "collection": found,
        "received": received,
        "received_jobs": [(row, upload_report(request.user, row.job)) for row in rows],
        "may_write": True,
    }
    template = "reader/_received.html" if wants_partial(request) else "reader/upload.html"
    return render(request, template, context)
