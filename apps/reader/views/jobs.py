import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django_htmx.http import trigger_client_event

from apps.access.errors import ConflictError
from apps.jobs.listing import list_jobs
from apps.jobs.models import JobQuerySet
from apps.jobs.queue import retry_job
from apps.reader.forms.jobs import JobFilterForm
from apps.reader.job_rows import job_row, job_rows
from apps.reader.listing import page_of
from apps.reader.lookups import addressed_collection
from apps.reader.pages import page, wants_partial
from apps.reader.upload_reports import upload_report
from apps.reader.views.session import back_address

PER_PAGE = 30
MOST_ACTIVE = 100


@page()
def all_jobs(request: HttpRequest) -> HttpResponse:
    """The jobs of everything the visitor can read."""
    return show(request, list_jobs(user=request.user), {})


@page()
def collection_jobs(request: HttpRequest, collection: str) -> HttpResponse:
    """The jobs of one collection."""
    found = addressed_collection(request, collection)
    rows = list_jobs(user=request.user, source_id=found.pk)
    return show(request, rows, {"collection": found})


def show(request: HttpRequest, rows: JobQuerySet, context: dict[str, Any]) -> HttpResponse:
    """Active jobs above, finished ones below; the part alone when the page asks for news."""
    chosen = JobFilterForm(request.GET)
    rows = rows.filter(**chosen.conditions())
    finished = page_of(request, rows.finished().order_by("-finished_at", "-id"), PER_PAGE)
    context |= {
        "active": job_rows(
            request.user, rows.active().order_by("-status", "created_at")[:MOST_ACTIVE]
        ),
        "finished": job_rows(request.user, finished),
        "page": finished,
        "filters": chosen,
        "is_filtered": bool(chosen.conditions()),
    }
    template = "reader/_jobs.html" if wants_partial(request) else "reader/jobs.html"
    return render(request, template, context)


@page()
def job(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """One job; of an upload, what has become of every file. The part alone tells of the end."""
    row = job_row(request.user, job_id)
    context = {
        "row": row,
        "collection": row.collection,
        "report": upload_report(request.user, row.job),
        "is_part": wants_partial(request),
    }
    if not wants_partial(request):
        return render(request, "reader/job.html", context)
    answer = render(request, "reader/_job_report.html", context)
    return answer if row.job.is_active else trigger_client_event(answer, "pressmark:uploaded")


@page("POST", members_only=True)
def retry(request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
    """Queue a failed job again and go back to the list."""
    if request.method != "POST":
        return redirect("jobs")
    try:
        retry_job(user=request.user, job_id=job_id)
        messages.success(request, "The job is queued again.")
    except ConflictError as error:
        messages.error(request, error.message)
    return redirect(back_address(request))
