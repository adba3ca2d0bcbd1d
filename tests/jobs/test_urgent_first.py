"""Work that people wait for comes before background work."""

import uuid

import pytest

from apps.access.principals import operator
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.jobs.run import JobRun
from apps.jobs.runner import claim_job, run_job
from tests.cast import make_collection

pytestmark = pytest.mark.django_db
ran: list[str] = []


def note(run):
    ran.append(run.kind)
    return {}


@pytest.fixture(autouse=True)
def handlers(settings):
    ran.clear()
    name = f"{__name__}.note"
    settings.PRESSMARK_JOB_HANDLERS = {"embed": name, "upload": name, "resolve_links": name}


def queue(kind, **options):
    return request_job(user=operator(), kind=kind, source=make_collection(), **options)


def test_an_entry_for_background_work_runs_due_uploads_first():
    embed = queue(JobKind.EMBED)
    queue(JobKind.UPLOAD, target_id=uuid.uuid4())
    queue(JobKind.RESOLVE_LINKS)
    run_job(str(embed.pk))
    assert ran == ["upload", "resolve_links", "embed"]
    assert set(Job.objects.values_list("status", flat=True)) == {"success"}


def test_an_entry_for_an_upload_runs_that_upload_only():
    queue(JobKind.EMBED)
    first, second = (queue(JobKind.UPLOAD, target_id=uuid.uuid4()) for _ in range(2))
    run_job(str(second.pk))
    first.refresh_from_db()
    assert (ran, first.status) == (["upload"], "queued")


def test_background_work_gives_way_to_an_upload_but_not_to_its_like_within_its_slice():
    run = claim_job(queue(JobKind.EMBED).pk)
    assert isinstance(run, JobRun)
    queue(JobKind.EMBED)
    assert run.should_yield() is False
    queue(JobKind.UPLOAD, target_id=uuid.uuid4())
    assert run.should_yield() is True
