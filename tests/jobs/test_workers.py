"""Several workers at once: threads with connections of their own, and a process that is killed."""

import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from django.db import connection, transaction

from apps.access.principals import operator
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import request_job
from apps.jobs.runner import claim_job, run_job
from apps.jobs.sweep import sweep_jobs
from tests.jobs.conftest import LEASE
from tests.jobs.handlers import ITEMS, write_items
from tests.jobs.queue_entries import kill_worker, queued_ids
from tests.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]


def at_once(action, workers: int = 4) -> list:
    """What each of several threads gets that start the action at the same moment."""
    barrier = threading.Barrier(workers)

    def start(_):
        try:
            connection.ensure_connection()
            barrier.wait(timeout=10)
            return action()
        finally:
            connection.close()

    with ThreadPoolExecutor(workers) as pool:
        return list(pool.map(start, range(workers)))


def test_of_several_workers_exactly_one_claims_the_job(job):
    for _ in range(5):
        runs = [run for run in at_once(lambda: claim_job(job.pk)) if run is not None]
        assert len(runs) == 1
        job.refresh_from_db()
        assert job.leased_by == runs[0].worker
        Job.objects.filter(pk=job.pk).update(status=JobStatus.QUEUED, attempts=0)


def test_requests_at_the_same_moment_make_one_job(collection):
    def request():
        return request_job(user=operator(), kind=JobKind.EMBED, source=collection).pk

    assert len(set(at_once(request))) == 1
    assert len(queued_ids()) == 1


def test_a_request_that_waits_for_another_joins_its_job(collection):
    def request():
        return request_job(user=operator(), kind=JobKind.EMBED, source=collection).pk

    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            first = request()
            waiting = pool.submit(lambda: (request(), connection.close())[0])
            time.sleep(0.2)
        assert waiting.result(timeout=10) == first


def test_two_sweeps_at_once_free_a_job_once(job):
    claim_job(job.pk)
    kill_worker(job)
    assert sum(report.reclaimed for report in at_once(sweep_jobs)) == 1


def test_the_heartbeat_keeps_the_lease_of_a_long_step(job, behave):
    leases = []

    def take_long(run):
        for _ in range(4):
            time.sleep(LEASE / 2)
            assert sweep_jobs().reclaimed == 0
            leases.append(Job.objects.get(pk=job.pk).lease_expires_at)
        return {}

    behave(take_long)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.SUCCESS, 1)
    assert leases == sorted(set(leases))


def test_the_heartbeat_notices_that_another_worker_has_the_job(job, behave):
    noticed = []

    def hang(run):
        Job.objects.filter(pk=job.pk).update(leased_by="another")
        deadline = time.monotonic() + 5
        while not run.is_lost and time.monotonic() < deadline:
            time.sleep(0.05)
        noticed.append(run.is_lost)
        run.check()

    behave(hang)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert noticed == [True]
    assert (job.status, job.leased_by) == (JobStatus.RUNNING, "another")


def start_worker(job: Job, folder: Path) -> subprocess.Popen:
    """A real worker process on this test's database."""
    return subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.jobs.worker"),
            *(connection.settings_dict["NAME"], str(job.pk), str(LEASE)),
        ],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings", "TMPDIR": str(folder)},
    )


def test_a_worker_killed_in_the_middle_loses_nothing_and_doubles_nothing(
    job, collection, behave, tmp_path
):
    worker = start_worker(job, tmp_path)
    assert wait_for(lambda: collection.documents.count() >= 3, 30)
    assert sweep_jobs().reclaimed == 0
    os.kill(worker.pid, signal.SIGKILL)
    assert worker.wait(timeout=10) == -signal.SIGKILL
    stored = collection.documents.count()
    assert 3 <= stored < ITEMS
    started = time.monotonic()
    assert wait_for(lambda: sweep_jobs().reclaimed == 1, 30)
    assert time.monotonic() - started < LEASE + 5
    behave(write_items)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.attempts, job.result) == (JobStatus.SUCCESS, 2, {"items": ITEMS})
    assert (job.processed, job.total) == (ITEMS, ITEMS)
    keys = collection.documents.values_list("source_key", flat=True)
    assert sorted(keys) == sorted(f"{number}.md" for number in range(ITEMS))
