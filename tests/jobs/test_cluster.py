"""The real cluster in processes of its own, whose workers are killed while they wait for work."""

import os
import pickle
import signal
import subprocess
import sys
import time
from multiprocessing import get_context
from pathlib import Path

import pytest
from django.db import connection
from django.utils import timezone

from apps.access.principals import operator
from apps.jobs import datagrams, stopping
from apps.jobs.datagrams import DatagramQueue
from apps.jobs.models import Job, JobKind, JobStatus
from apps.jobs.queue import request_job
from apps.jobs.runner import claim_job, run_job, work
from apps.jobs.stalling import STALL_SECONDS, is_stalled
from tests.cast import make_collection
from tests.jobs.conftest import LEASE
from tests.jobs.queue_entries import set_back
from tests.waiting import wait_for

PROJECT = Path(__file__).resolve().parents[2]
STARTED_SECONDS = 40


@pytest.fixture
def stopping_flag(monkeypatch):
    monkeypatch.setattr(stopping, "_FLAG", bytearray(1))
    return stopping.announce_stop


@pytest.fixture
def make_queue():
    """Make queues and close their sockets, which otherwise end with their process."""
    made = []

    def make() -> DatagramQueue:
        made.append(DatagramQueue())
        return made[-1]

    yield make
    for queue in made:
        queue._reader.close()
        queue._writer.close()


def children(pid: int) -> list[int]:
    """Process ids of the living children of a process, oldest first."""
    listed = subprocess.run(
        ["ps", "-o", "pid=,stat=", "--ppid", str(pid)], capture_output=True, text=True, check=False
    )
    rows = (line.split() for line in listed.stdout.splitlines())
    return sorted(int(row[0]) for row in rows if not row[1].startswith("Z"))


@pytest.fixture
def running_cluster(transactional_db):
    """A cluster on this test's database, with the tests' quick handler for embed jobs."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.jobs.cluster"),
            *(connection.settings_dict["NAME"], str(LEASE)),
        ],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        start_new_session=True,
    )
    yield process
    if process.poll() is None:
        os.killpg(process.pid, signal.SIGKILL)
    process.wait(timeout=10)


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def members(process) -> list[int]:
    """The sentinel's children: two workers, then monitor and pusher."""
    [sentinel] = wait_for(lambda: children(process.pid), STARTED_SECONDS)
    pool = wait_for(lambda: found if len(found := children(sentinel)) == 4 else [], STARTED_SECONDS)
    assert pool
    return pool


def queue_job() -> Job:
    return request_job(user=operator(), kind=JobKind.EMBED, source=make_collection())


def is_done(job: Job) -> bool:
    return Job.objects.filter(pk=job.pk, status=JobStatus.SUCCESS).exists()


def test_jobs_run_after_every_process_of_the_pool_was_killed_while_it_waited(running_cluster):
    first = queue_job()
    assert wait_for(lambda: is_done(first), STARTED_SECONDS)
    for pid in members(running_cluster):
        os.kill(pid, signal.SIGKILL)
    second = queue_job()
    assert wait_for(lambda: is_done(second), STARTED_SECONDS)
    started = time.monotonic()
    running_cluster.send_signal(signal.SIGTERM)
    assert running_cluster.wait(timeout=20) == 0
    assert time.monotonic() - started < 15


def test_the_pool_leaves_when_its_sentinel_is_killed(running_cluster):
    pool = members(running_cluster)
    [sentinel] = children(running_cluster.pid)
    os.kill(sentinel, signal.SIGKILL)
    assert running_cluster.wait(timeout=20) != 0
    assert wait_for(lambda: not any(is_alive(pid) for pid in pool), 40)


def take_for_ever(queue):
    while True:
        queue.get()


def test_a_reader_killed_while_it_waits_blocks_no_other(make_queue):
    queue = make_queue()
    context = get_context("fork")
    readers = [context.Process(target=take_for_ever, args=(queue,)) for _ in range(3)]
    for reader in readers:
        reader.start()
    time.sleep(0.2)
    for reader in readers:
        os.kill(reader.pid, signal.SIGKILL)
        reader.join()
    queue.put({"func": "a"})
    assert (queue.qsize(), queue.get(), queue.empty()) == (1, {"func": "a"}, True)


def test_a_result_too_long_for_a_datagram_is_cut(make_queue, monkeypatch):
    monkeypatch.setattr(datagrams, "LARGEST", 8192)
    queue = make_queue()
    queue.put({"func": "a", "stopped": 1, "result": "x" * 1_000_000})
    assert len(queue.get()["result"]) == 2000


def test_a_stopping_cluster_hands_out_no_work_but_still_takes_results(make_queue, stopping_flag):
    queue = make_queue()
    work_entry, result = {"func": "a"}, {"func": "a", "stopped": 1}
    for message in (work_entry, result, datagrams.STOP):
        queue.put(pickle.loads(pickle.dumps(message)))
    stopping_flag()
    assert [queue.get() for _ in range(3)] == ["STOP", result, "STOP"]


@pytest.mark.django_db
def test_a_stopping_cluster_begins_no_job(job, stopping_flag):
    stopping_flag()
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.QUEUED, 0)


@pytest.mark.django_db
def test_a_running_job_goes_back_to_the_queue_when_the_cluster_stops(job, behave, stopping_flag):
    def stop_in_the_middle(run):
        stopping_flag()
        run.check()

    behave(stop_in_the_middle)
    run_job(str(job.pk))
    job.refresh_from_db()
    assert (job.status, job.attempts) == (JobStatus.QUEUED, 0)


@pytest.mark.django_db
def test_one_nudge_leads_to_all_the_work_there_is(job):
    others = [queue_job() for _ in range(3)]
    work(str(job.pk))
    assert all(is_done(one) for one in [job, *others])


@pytest.mark.django_db
def test_jobs_are_stalled_when_they_are_due_and_nobody_is_busy(job):
    assert not is_stalled()
    set_back(job, seconds=STALL_SECONDS + 1)
    assert is_stalled()
    other = queue_job()
    claim_job(other.pk)
    assert not is_stalled()
    Job.objects.filter(pk=other.pk).update(lease_expires_at=timezone.now())
    assert is_stalled()
