"""A worker killed by `kill -9` in the midst of a sync: nothing is half; the next worker ends it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from apps.access.principals import operator
from apps.documents.mentions.relinking import relink_repository
from apps.documents.syncing import sync_repository
from apps.jobs.models import Job, JobStatus
from apps.jobs.runner import run_job
from apps.jobs.sweep import sweep_jobs
from apps.repos.adding import add_local_repository
from apps.repos.models import RunStatus
from apps.repos.runs import request_sync
from tests.documents.whole_index import whole_index
from tests.repos.worktrees import WorkTree
from tests.waiting import wait_for

pytestmark = pytest.mark.django_db(transaction=True)
PROJECT = Path(__file__).resolve().parents[2]
CODE = "def open_pool(size): ...\n"


def pages(word):
    return {f"docs/p{n}.md": f"# Page {n}\n\n{word} {n}, see `open_pool()`.\n" for n in range(8)}


@pytest.fixture
def tree(tmp_path):
    return WorkTree(tmp_path / "tree", {"src/pool.py": CODE, **pages("first")})


def add(tree, name):
    return add_local_repository(user=operator(), path=tree.path, name=f"local/killed/{name}")


def bring_up(repository):
    sync_repository(user=operator(), repository_id=repository.pk)
    relink_repository(user=operator(), repository_id=repository.pk)


def kill_in_the_midst(job, marker, stage):
    """Let a process of its own run the job, and kill it when it has come to the stage."""
    process = subprocess.Popen(
        [
            *(sys.executable, "-m", "tests.documents.worker", connection.settings_dict["NAME"]),
            *(str(job.pk), str(settings.PRESSMARK.data_dir), str(marker), stage),
        ],
        cwd=PROJECT,
        env=os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"},
        start_new_session=True,
    )
    try:
        assert wait_for(marker.exists, 60)
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait(timeout=10)


@pytest.mark.parametrize("stage", ["reading", "writing"])
def test_a_sync_cut_off_leaves_the_old_index_and_is_ended_by_another_worker(tree, tmp_path, stage):
    repository = add(tree, "cut")
    bring_up(repository)
    before = whole_index(repository)
    tree.write(pages("second"))
    tree.move("docs/p7.md", "guide/seventh.md")
    tree.commit()
    job = request_sync(user=operator(), repository_id=repository.pk)
    kill_in_the_midst(job, tmp_path / "marker", stage)
    assert whole_index(repository) == before
    assert wait_for(lambda: sweep_jobs().reclaimed == 1, 20)
    run_job(str(job.pk))
    assert Job.objects.get(pk=job.pk).status == JobStatus.SUCCESS
    statuses = [(run.status, run.error_code) for run in repository.runs.order_by("started_at")]
    assert statuses == [
        (RunStatus.SUCCESS, ""),
        (RunStatus.ERROR, "INTERRUPTED"),
        (RunStatus.SUCCESS, ""),
    ]
    repository.refresh_from_db()
    relink_repository(user=operator(), repository_id=repository.pk)
    fresh = add(tree, "fresh")
    bring_up(fresh)
    assert whole_index(repository) == whole_index(fresh)
