import uuid
from datetime import timedelta

import pytest
from django.utils import timezone

from apps.access.principals import operator
from apps.jobs import run as run_module
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import request_job
from apps.jobs.run import JobRun, LeaseLostError, Yielded
from apps.jobs.runner import claim_job, run_job
from apps.jobs.sweep import sweep_jobs
from apps.text.errors import TextError
from tests.cast import make_collection
from tests.jobs.handlers import break_down, reject, yield_turn
from tests.jobs.queue_entries import kill_worker, queued_ids, set_back, work_off

pytestmark = pytest.mark.django_db


def state(job: Job) -> tuple:
    job.refresh_from_db()
    return job.status, job.attempts, job.error_code


def test_a_job_runs_once_and_keeps_what_its_handler_answers(job, behave):
    behave(lambda run: {"documents": 3, "target": str(run.target_id)})
    assert work_off() == 1
    assert state(job) == (JobStatus.SUCCESS, 1, "")
    assert job.result == {"documents": 3, "target": str(job.target_id)}
    assert job.lease_expires_at is None
    assert job.created_at <= job.started_at <= job.finished_at


def test_the_attempt_is_counted_before_the_handler_starts(job, behave):
    seen = []
    behave(lambda _run: seen.append(state(job)) or {})
    work_off()
    assert seen == [(JobStatus.RUNNING, 1, "")]


def test_a_queue_entry_that_is_delivered_twice_runs_once(job, behave):
    runs = []
    behave(lambda run: runs.append(run.id) or {})
    for _ in range(3):
        run_job(str(job.pk))
    assert runs == [job.pk]


@pytest.mark.parametrize("status", [JobStatus.SUCCESS, JobStatus.ERROR])
def test_a_finished_job_is_not_claimed(job, status):
    Job.objects.filter(pk=job.pk).update(status=status)
    assert claim_job(job.pk) is None


def test_a_job_is_not_claimed_before_its_time_nor_if_it_is_gone(job):
    Job.objects.filter(pk=job.pk).update(not_before=timezone.now() + timedelta(minutes=1))
    assert claim_job(job.pk) is None
    assert claim_job(uuid.uuid4()) is None


class TestEndings:
    @pytest.mark.parametrize("error", [TextError("Not UTF-8."), None])
    def test_rejected_input_ends_the_job_at_once_with_its_reason(self, job, behave, error):
        def refuse(run):
            raise error

        behave(refuse if error else reject)
        work_off()
        code = error.code if error else "INVALID_REQUEST"
        assert state(job) == (JobStatus.ERROR, 1, code)
        assert job.error_message == ("Not UTF-8." if error else "This archive has no files.")
        assert job.finished_at is not None
        assert queued_ids() == []

    def test_a_failure_is_tried_again_after_growing_pauses_and_then_given_up(self, job, behave):
        behave(break_down)
        pauses = []
        for attempt in (1, 2):
            work_off()
            assert state(job) == (JobStatus.QUEUED, attempt, "")
            assert job.error_message == "OSError: The disk is away."
            pauses.append(round((job.not_before - timezone.now()).total_seconds()))
            assert queued_ids() == []
            set_back(job, seconds=60)
            assert sweep_jobs().redelivered == 1
        work_off()
        assert pauses == [2, 4]
        assert state(job) == (JobStatus.ERROR, 3, "FAILED")
        assert job.error_message == "OSError: The disk is away."

    def test_success_after_a_failure_leaves_no_old_error(self, job, behave):
        behave(break_down)
        work_off()
        behave(lambda _run: {})
        set_back(job, seconds=60)
        sweep_jobs()
        work_off()
        assert state(job) == (JobStatus.SUCCESS, 2, "")
        assert job.error_message == ""

    def test_a_kind_without_a_handler_fails_like_any_other_fault(self, job, settings):
        settings.PRESSMARK_JOB_HANDLERS = {}
        work_off()
        assert state(job) == (JobStatus.QUEUED, 1, "")
        assert job.error_message == "KeyError: 'embed'"

    def test_a_job_that_yields_goes_to_the_end_of_the_queue_without_using_an_attempt(
        self, job, behave
    ):
        other = request_job(user=operator(), kind=JobKind.EMBED, source=make_collection())
        order = []

        def take_turns(run: JobRun):
            order.append(run.id)
            return yield_turn(run) if order.count(run.id) == 1 else {}

        behave(take_turns)
        work_off()
        assert order == [job.pk, other.pk, job.pk, other.pk]
        assert state(job) == (JobStatus.SUCCESS, 1, "")


class TestAgain:
    def ask_meanwhile(self, collection, runs, then):
        """A handler during whose first run the same work is asked for."""

        def act(run: JobRun):
            runs.append(run.id)
            if len(runs) == 1:
                request_job(user=operator(), kind=JobKind.EMBED, source=collection)
                request_job(user=operator(), kind=JobKind.EMBED, source=collection)
            return then(run)

        return act

    def test_work_asked_for_during_a_run_makes_it_run_once_more(self, job, collection, behave):
        runs = []
        behave(self.ask_meanwhile(collection, runs, lambda _run: {}))
        assert work_off() == 2
        assert runs == [job.pk, job.pk]
        assert state(job) == (JobStatus.SUCCESS, 1, "")
        assert Job.objects.count() == 1

    @pytest.mark.parametrize("ending", [reject, break_down])
    def test_a_bad_end_does_not_swallow_work_asked_for_meanwhile(
        self, job, collection, behave, ending
    ):
        Job.objects.filter(pk=job.pk).update(attempts=2)
        runs = []
        behave(
            self.ask_meanwhile(collection, runs, lambda run: ending(run) if len(runs) == 1 else {})
        )
        assert work_off() == 2
        assert state(job) == (JobStatus.SUCCESS, 1, "")


class TestProgress:
    def test_progress_is_on_the_row(self, job):
        run = claim_job(job.pk)
        run.progress(3, 10, "docs/a.md")
        job.refresh_from_db()
        assert (job.processed, job.total, job.current_item) == (3, 10, "docs/a.md")

    def test_progress_is_written_at_most_twice_a_second_but_the_last_always(
        self, job, django_assert_num_queries
    ):
        run = claim_job(job.pk)
        with django_assert_num_queries(2):
            for number in range(101):
                run.progress(number, 100)
        job.refresh_from_db()
        assert job.processed == 100

    def test_a_long_item_name_is_cut(self, job):
        run = claim_job(job.pk)
        run.progress(1, 2, "é" * 2000)
        job.refresh_from_db()
        assert job.current_item == "é" * 500

    def test_a_run_yields_after_its_slice_only_if_others_are_due(self, job, monkeypatch):
        run = claim_job(job.pk)
        other = request_job(user=operator(), kind=JobKind.EMBED, source=make_collection())
        assert not run.should_yield()
        monkeypatch.setattr(run_module, "SLICE_SECONDS", 0)
        assert run.should_yield()
        Job.objects.filter(pk=other.pk).update(not_before=timezone.now() + timedelta(hours=1))
        assert not run.should_yield()


class TestLostLease:
    def steal(self, job) -> JobRun:
        """What happens while a worker hangs: the lease ends and another worker takes the job."""
        kill_worker(job)
        assert sweep_jobs().reclaimed == 1
        return claim_job(job.pk)

    def test_progress_stops_the_stale_worker(self, job):
        stale = claim_job(job.pk)
        fresh = self.steal(job)
        with pytest.raises(LeaseLostError):
            stale.progress(1, 2)
        with pytest.raises(LeaseLostError):
            stale.check()
        assert stale.lock() is None
        assert fresh.lock() == job
        fresh.progress(2, 2)

    @pytest.mark.parametrize(
        "ending",
        [
            lambda _run: {"by": "stale"},
            lambda _run: Yielded(),
            lambda run: run.progress(5, 5),
            reject,
            break_down,
        ],
        ids=["success", "yield", "progress", "rejected", "failed"],
    )
    def test_however_the_stale_worker_ends_the_job_belongs_to_the_new_one(
        self, job, behave, ending
    ):
        fresh = []

        def hang(run: JobRun):
            fresh.append(self.steal(job))
            return ending(run)

        behave(hang)
        run_job(str(job.pk))
        assert state(job) == (JobStatus.RUNNING, 2, "")
        assert job.leased_by == fresh[0].worker
        assert (job.result, job.processed, job.error_message) == (None, 0, "")
