"""Background jobs: what they do, how far they are, why they failed; failed ones can be retried."""

from collections.abc import Iterable, Iterator
from typing import Any

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.http import HttpRequest, HttpResponse
from unfold.decorators import action
from unfold.views import ChangeList

from apps.access.admin_bulk import bulk_action
from apps.access.admin_deed import BulkDeed, Choice, Rows
from apps.access.admin_facts import shown_value
from apps.access.admin_scope import ReadOnlyAdmin
from apps.access.admin_site import site
from apps.access.querysets import Action, source_models
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import retry_job

# What a job is about that belongs to no source.
NO_SOURCE = {JobKind.EVALUATE: "golden questions"}


class JobList(ChangeList):  # type: ignore[misc]
    """The list, with the names of all sources on the page read at once."""

    def get_results(self, request: HttpRequest) -> None:
        super().get_results(request)
        name_sources(self.result_list, request.user)


def name_sources(jobs: Iterable[Any], user: Any) -> None:
    """Give each job the name of its source, with one query for each kind of source."""
    names: dict[Any, str] = {}
    for model in source_models():
        rows = model._default_manager.visible_to(user)  # type: ignore[attr-defined]  # noqa: SLF001
        found = rows.in_bulk({job.source_id for job in jobs})
        names |= {pk: str(source) for pk, source in found.items()}
    for job in jobs:
        job.source_name = names.get(job.source_id, NO_SOURCE.get(job.kind, "-"))


def name_jobs(user: Any, jobs: Rows) -> list[str]:
    """What each job does, and to which source."""
    name_sources(jobs, user)
    return [f"{job.get_kind_display()}: {job.source_name}" for job in jobs]


def retry_obstacle(job: Any) -> str:
    """Why a job cannot be retried as it stands."""
    if job.status == JobStatus.ERROR:
        return ""
    return f"Only failed jobs can be retried, and this is {job.get_status_display().lower()}."


def retry_words(_user: Any, _rows: Rows, _choice: Choice) -> Iterator[str]:
    """What starts over, and what is left out after all."""
    yield "Each starts with a fresh count of attempts."
    yield "A job whose work is queued or running anew already is left out."


RETRY = BulkDeed(
    name="retry_selected",
    label="Retry",
    right=Action.WRITE,
    carry_out=lambda user, row: retry_job(user=user, job_id=row.pk),
    done="Queued again",
    consequences=retry_words,
    obstacle=retry_obstacle,
    name_rows=name_jobs,
    is_each_alone=True,
)


@admin.register(Job, site=site)
class JobAdmin(ReadOnlyAdmin):
    list_display = ("kind", "status", "source", "progress", "attempts", "created_at", "finished_at")
    list_filter = ("kind", "status")
    search_fields = ("id",)
    actions = (bulk_action(RETRY),)
    actions_detail = ("retry",)
    fieldsets = (
        (None, {"fields": ("kind", "status", "source")}),
        ("Progress", {"fields": ("progress", "current_item", "outcome")}),
        ("Error", {"fields": ("error_code", "error_message")}),
        ("Attempts", {"fields": ("attempts", "runs_again", "not_before", "lease_expires_at")}),
        ("Dates", {"fields": ("created_by", "created_at", "started_at", "finished_at")}),
    )

    def get_changelist(self, _request: HttpRequest, **_kwargs: Any) -> type[JobList]:
        return JobList

    def get_actions_detail(self, request: HttpRequest, object_id: str) -> list[Any]:
        job = self.get_object(request, unquote(object_id))
        if job is None or job.status != JobStatus.ERROR:
            return []
        may_retry = self.allows(request, Action.WRITE, job)
        return super().get_actions_detail(request, object_id) if may_retry else []

    @admin.display(description="Source")
    def source(self, job: Any) -> str:
        return str(job.source_name)

    def get_object(self, request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        job = super().get_object(request, *args, **kwargs)
        if job is not None:
            name_sources([job], request.user)
        return job

    @admin.display(description="Progress")
    def progress(self, job: Job) -> str:
        return str(job.processed) if job.total is None else f"{job.processed} of {job.total}"

    @admin.display(description="Outcome")
    def outcome(self, job: Job) -> str:
        return shown_value(job.result)

    @admin.display(description="Runs once more afterwards")
    def runs_again(self, job: Job) -> str:
        return "yes, it was asked for again meanwhile" if job.again else "no"

    @action(  # type: ignore[untyped-decorator]
        description="Retry",
        dialog={
            "title": "Run this job again?",
            "description": "It starts with a fresh count of attempts.",
            "form_class": None,
            "form_submit_text": "Retry",
        },
    )
    def retry(self, request: HttpRequest, _form: Any, object_id: str) -> HttpResponse:
        return self.carry_out(
            request,
            object_id,
            lambda pk: retry_job(user=request.user, job_id=pk),
            "The job is queued again.",
        )
