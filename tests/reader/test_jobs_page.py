from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from apps.access.grants import grant_access
from apps.access.models import GrantLevel
from apps.jobs.models import Job, JobKind, JobStatus
from tests.factories import CollectionFactory, UserFactory
from tests.reader.pages import main_of, text_of


def make_job(collection, status=JobStatus.ERROR, **fields):
    fields = {"kind": JobKind.EMBED, "target_id": collection.pk} | fields
    if status == JobStatus.RUNNING:
        fields |= {"lease_expires_at": timezone.now(), "started_at": timezone.now()}
    if status in {JobStatus.ERROR, JobStatus.SUCCESS}:
        fields["finished_at"] = timezone.now()
    return Job.objects.create(
        source_id=collection.pk, source_kind="collections.Collection", status=status, **fields
    )


@pytest.fixture
def shelf(writer):
    return CollectionFactory(name="Shelf", owner=writer)


@pytest.mark.django_db
def test_jobs_of_what_one_can_read_are_listed_and_no_others(client, shelf, secrets):
    make_job(shelf, error_message="The disk was full.")
    Job.objects.filter(source_id=secrets.pk).delete()
    make_job(secrets, error_message="Sentinel reason")
    words = text_of(client.get("/docs/jobs"))
    assert "Make vectors Shelf Failed The disk was full." in words
    assert "entinel" not in words


@pytest.mark.django_db
def test_a_page_asks_for_news_only_while_something_is_active(client, shelf):
    job = make_job(shelf, JobStatus.RUNNING, processed=5, total=20, current_item="a.md")
    page = client.get("/docs/Shelf/-/jobs")
    assert 'hx-trigger="every 2s"' in main_of(page)
    assert "5 of 20 passages" in text_of(page)
    job.status = JobStatus.SUCCESS
    job.finished_at = timezone.now()
    job.save()
    part = client.get("/docs/Shelf/-/jobs", headers={"HX-Request": "true"})
    assert "hx-trigger" not in part.content.decode()
    assert "<html" not in part.content.decode()


@pytest.mark.django_db
def test_writers_retry_a_failed_job_and_come_back(client, shelf):
    job = make_job(shelf)
    response = client.post(f"/docs/jobs/{job.pk}/retry", {"next": "/docs/Shelf/-/jobs"})
    assert response["Location"] == "/docs/Shelf/-/jobs"
    job.refresh_from_db()
    assert job.status == JobStatus.QUEUED


@pytest.mark.django_db
def test_a_job_that_did_not_fail_is_not_retried_and_the_reason_is_told(client, shelf):
    job = make_job(shelf, JobStatus.SUCCESS)
    page = client.post(f"/docs/jobs/{job.pk}/retry", {"next": "/docs/jobs"}, follow=True)
    assert "Only a failed job can be retried" in text_of(page)


@pytest.mark.django_db
def test_readers_see_the_job_without_the_button_and_cannot_retry(client, shelf, secrets):
    job, hidden = make_job(shelf), make_job(secrets)
    reader = UserFactory()
    grant_access(user=shelf.owner, source=shelf, to=reader, level=GrantLevel.READ)
    client.force_login(reader)
    assert "/retry" not in main_of(client.get("/docs/jobs"))
    assert client.post(f"/docs/jobs/{job.pk}/retry").status_code == 403
    assert client.post(f"/docs/jobs/{hidden.pk}/retry").status_code == 404


@pytest.mark.django_db
def test_more_jobs_cost_no_more_queries(client, writer):
    counts = []
    for size in (1, 3):
        for _ in range(size):
            make_job(CollectionFactory(owner=writer))
        with CaptureQueriesContext(connection) as captured:
            client.get("/docs/jobs")
        counts.append(len(captured))
    assert counts[0] == counts[1]


@pytest.mark.django_db
def test_the_list_is_narrowed_by_state_and_kind(client, shelf):
    make_job(shelf, error_message="The disk was full.")
    make_job(shelf, JobStatus.SUCCESS, kind=JobKind.RESOLVE_LINKS)
    Job.objects.filter(status=JobStatus.QUEUED).delete()
    failed = text_of(client.get("/docs/jobs?state=error"))
    assert "The disk was full." in failed
    assert "Done" not in failed.split("When")[1]
    assert "The disk was full." not in text_of(client.get("/docs/jobs?kind=resolve_links"))
    nothing = text_of(client.get("/docs/jobs?state=error&kind=resolve_links"))
    assert "No job is like that" in nothing
    assert "The disk was full." in text_of(client.get("/docs/jobs?state=odd&kind=%00"))
    assert "No jobs yet" not in nothing


@pytest.mark.django_db
def test_the_speed_is_that_of_this_run_and_not_of_those_before(client, shelf):
    job = make_job(shelf, JobStatus.RUNNING, processed=70, processed_before=40, total=100)
    job.started_at = timezone.now() - timedelta(seconds=60)
    job.save()
    assert "70 of 100 passages · 30 a minute" in text_of(client.get("/docs/jobs"))
    Job.objects.filter(pk=job.pk).update(processed_before=70)
    assert "a minute" not in text_of(client.get("/docs/jobs"))
