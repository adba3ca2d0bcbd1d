import json

import pytest
from django.core.management import call_command
from django_q.models import OrmQ

from apps.jobs.models import JobStatus
from apps.jobs.runner import claim_job
from apps.jobs.sweep import SweepReport, sweep_jobs
from tests.jobs.conftest import LEASE
from tests.jobs.queue_entries import kill_worker, queued_ids, set_back, work_off

pytestmark = pytest.mark.django_db

NOTHING = SweepReport(reclaimed=0, given_up=0, redelivered=0)


def test_a_healthy_queue_is_left_alone(job):
    assert sweep_jobs() == NOTHING
    claim_job(job.pk)
    assert sweep_jobs() == NOTHING
    assert queued_ids() == [str(job.pk)]


def test_a_job_of_a_dead_worker_is_queued_again(job):
    claim_job(job.pk)
    OrmQ.objects.all().delete()
    kill_worker(job)
    assert sweep_jobs() == SweepReport(reclaimed=1, given_up=0, redelivered=0)
    job.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.QUEUED, 1)
    assert work_off() == 1
    job.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.SUCCESS, 2)


def test_a_job_that_kills_every_worker_is_given_up_with_a_reason(job):
    for _ in range(3):
        assert claim_job(job.pk)
        kill_worker(job)
        report = sweep_jobs()
    assert report == SweepReport(reclaimed=0, given_up=1, redelivered=0)
    job.refresh_from_db()
    assert (job.status, job.attempts, job.error_code) == (JobStatus.ERROR, 3, "WORKER_LOST")
    assert job.error_message == "The worker died each time this job ran."
    assert job.finished_at is not None
    assert claim_job(job.pk) is None


def test_a_lost_queue_entry_is_delivered_again_with_growing_patience(job):
    for deliveries in (1, 2, 3):
        OrmQ.objects.all().delete()
        patience = LEASE * 2**deliveries
        set_back(job, seconds=patience * 0.8)
        assert sweep_jobs() == NOTHING
        set_back(job, seconds=patience * 0.3)
        assert sweep_jobs() == SweepReport(reclaimed=0, given_up=0, redelivered=1)
        assert queued_ids() == [str(job.pk)]
        job.refresh_from_db()
        assert job.deliveries == deliveries + 1
    work_off()
    job.refresh_from_db()
    assert job.status == JobStatus.SUCCESS


def test_patience_does_not_grow_without_end(job):
    job.deliveries = 60
    job.save()
    set_back(job, seconds=LEASE * 2**12 + 5)
    assert sweep_jobs().redelivered == 1


def test_a_job_that_never_had_a_queue_entry_is_delivered_at_once(job):
    OrmQ.objects.all().delete()
    job.enqueued_at = None
    job.save()
    assert sweep_jobs().redelivered == 1
    assert queued_ids() == [str(job.pk)]


def test_finished_jobs_are_left_alone(job):
    work_off()
    set_back(job, seconds=1e6)
    assert sweep_jobs() == NOTHING


def test_a_lower_cap_does_not_leave_a_queued_job_for_ever(job):
    job.attempts = 9
    job.save()
    assert work_off() == 1
    job.refresh_from_db()
    assert job.status == JobStatus.SUCCESS


def test_the_command_prints_the_counts(job, capsys):
    claim_job(job.pk)
    kill_worker(job)
    call_command("sweep_jobs")
    assert json.loads(capsys.readouterr().out) == {
        "reclaimed": 1,
        "given_up": 0,
        "redelivered": 0,
    }
