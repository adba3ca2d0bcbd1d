import uuid

import pytest
from django.db import IntegrityError, transaction
from django_q.models import OrmQ

from apps.access.errors import ConflictError, ForbiddenError, NotFoundError
from apps.access.principals import operator
from apps.access.querysets import Action, can
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import request_job, retry_job
from apps.jobs.runner import claim_job
from tests.cast import assemble_cast, make_collection, make_user
from tests.jobs.handlers import break_down, reject
from tests.jobs.queue_entries import queued_ids, work_off

pytestmark = pytest.mark.django_db


def request(source, **fields):
    return request_job(user=operator(), kind=JobKind.EMBED, source=source, **fields)


def retried(user, job) -> str:
    """The status after a retry, or the code of its refusal."""
    try:
        return retry_job(user=user, job_id=job.pk).status
    except (ForbiddenError, NotFoundError) as error:
        return error.code


def test_a_job_is_written_together_with_its_queue_entry(collection):
    person = make_user()
    job = request_job(
        user=person, kind=JobKind.UPLOAD, source=collection, payload={"name": "a.zip"}, total=7
    )
    job.refresh_from_db()
    assert (job.status, job.attempts, job.deliveries) == (JobStatus.QUEUED, 0, 1)
    assert (job.source_id, job.target_id) == (collection.pk, collection.pk)
    assert (job.source_kind, job.created_by) == ("collections.Collection", person)
    assert (job.payload, job.total) == ({"name": "a.zip"}, 7)
    assert queued_ids() == [str(job.pk)]


def test_a_rollback_loses_both_the_job_and_its_queue_entry(collection):
    with transaction.atomic():
        request(collection)
        assert (Job.objects.count(), OrmQ.objects.count()) == (1, 1)
        transaction.set_rollback(True)
    assert (Job.objects.count(), OrmQ.objects.count()) == (0, 0)


def test_the_same_request_joins_the_queued_job(collection):
    first, second = request(collection), request(collection)
    assert first == second
    assert not second.again
    assert queued_ids() == [str(first.pk)]


def test_other_kinds_and_other_targets_have_jobs_of_their_own(collection):
    upload = uuid.uuid4()
    jobs = [
        request(collection),
        request_job(user=operator(), kind=JobKind.UPLOAD, source=collection, target_id=upload),
        request(make_collection()),
    ]
    assert queued_ids() == [str(job.pk) for job in jobs]
    assert jobs[1].target_id == upload


def test_a_request_while_the_job_runs_tells_it_to_run_again(collection, job):
    claim_job(job.pk)
    assert request(collection) == job
    job.refresh_from_db()
    assert (job.status, job.again) == (JobStatus.RUNNING, True)
    assert queued_ids() == [str(job.pk)]


def test_a_request_after_the_end_makes_a_new_job(collection, job):
    work_off()
    second = request(collection)
    assert second != job
    assert queued_ids() == [str(second.pk)]


def test_the_database_refuses_a_second_active_job(collection, job):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.create(
            kind=job.kind, source_id=job.source_id, source_kind="", target_id=job.target_id
        )


@pytest.mark.parametrize(
    "change", [{"status": "lost"}, {"kind": "dance"}, {"status": JobStatus.RUNNING}]
)
def test_the_database_refuses_a_state_that_cannot_be(job, change):
    with pytest.raises(IntegrityError), transaction.atomic():
        Job.objects.filter(pk=job.pk).update(**change)


def test_the_operator_leaves_no_author(job):
    assert job.created_by is None


class TestRetry:
    @pytest.fixture
    def failed(self, job, behave):
        behave(reject)
        work_off()
        job.refresh_from_db()
        assert job.status == JobStatus.ERROR
        return job

    def test_a_failed_job_is_queued_afresh(self, failed):
        again = retry_job(user=operator(), job_id=failed.pk)
        again.refresh_from_db()
        assert again == failed
        assert (again.status, again.attempts, again.deliveries) == (JobStatus.QUEUED, 0, 1)
        assert (again.error_code, again.error_message) == ("", "")
        assert (again.started_at, again.finished_at) == (None, None)
        assert queued_ids() == [str(failed.pk)]

    def test_a_retried_job_may_succeed(self, failed, behave):
        behave(lambda _run: {"documents": 3})
        retry_job(user=operator(), job_id=failed.pk)
        work_off()
        failed.refresh_from_db()
        assert (failed.status, failed.result) == (JobStatus.SUCCESS, {"documents": 3})

    @pytest.mark.parametrize("state", ["queued", "running", "success"])
    def test_a_job_that_has_not_failed_is_refused(self, job, state):
        if state == "running":
            claim_job(job.pk)
        if state == "success":
            work_off()
        entries = queued_ids()
        with pytest.raises(ConflictError, match=f"this one is {state}"):
            retry_job(user=operator(), job_id=job.pk)
        assert queued_ids() == entries

    def test_a_failed_job_is_refused_while_a_new_one_does_the_same_work(self, failed, collection):
        request(collection)
        with pytest.raises(ConflictError, match="already queued"):
            retry_job(user=operator(), job_id=failed.pk)

    def test_only_writers_retry_and_the_hidden_stays_missing(self, behave):
        cast = assemble_cast("collection")
        behave(reject)
        outcomes = {}
        for part, member in cast.members.items():
            job = request(cast.source)
            work_off()
            outcomes[part] = retried(member, job)
            work_off()
        assert outcomes == {
            part: "queued"
            if can(member, Action.WRITE, cast.source)
            else "FORBIDDEN"
            if can(member, Action.READ, cast.source)
            else "NOT_FOUND"
            for part, member in cast.members.items()
        }

    def test_a_job_that_does_not_exist_is_missing(self):
        with pytest.raises(NotFoundError):
            retry_job(user=operator(), job_id=uuid.uuid4())

    def test_a_job_that_failed_by_itself_can_be_retried(self, job, behave):
        behave(break_down)
        Job.objects.filter(pk=job.pk).update(attempts=2)
        work_off()
        assert retry_job(user=operator(), job_id=job.pk).status == JobStatus.QUEUED
