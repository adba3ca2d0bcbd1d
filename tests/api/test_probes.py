import time
from datetime import timedelta

import pytest
from django.db import OperationalError
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone

from apps.access.principals import operator
from apps.api import readiness
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.jobs.stalling import STALL_SECONDS
from tests.cast import make_collection

READY = {"database": "ok", "migrations": "ok", "queue": "ok"}


def test_healthz_answers_without_a_database(visitor, django_db_blocker):
    with django_db_blocker.block():
        response = visitor.get("/healthz")
    assert (response.status_code, response.json()) == (200, {"status": "ok"})


@pytest.mark.django_db
def test_readyz_answers_once_everything_is_there(visitor):
    response = visitor.get("/readyz")
    assert (response.status_code, response.json()) == (200, {"status": "ready", "parts": READY})


@pytest.mark.django_db
def test_readyz_names_the_part_that_is_missing(visitor, monkeypatch):
    monkeypatch.setattr(MigrationExecutor, "migration_plan", lambda *_: [("a migration", False)])
    response = visitor.get("/readyz")
    assert response.status_code == 503
    assert response.json() == {"status": "not ready", "parts": {**READY, "migrations": "failed"}}


@pytest.mark.django_db
def test_readyz_tells_when_no_worker_takes_the_jobs(visitor, monkeypatch):
    monkeypatch.setattr(readiness, "STARTED", time.monotonic() - STALL_SECONDS)
    request_job(user=operator(), kind=JobKind.EMBED, source=make_collection())
    assert visitor.get("/readyz").json()["parts"] == READY
    Job.objects.update(not_before=timezone.now() - timedelta(seconds=STALL_SECONDS + 1))
    response = visitor.get("/readyz")
    assert response.json() == {"status": "not ready", "parts": {**READY, "queue": "failed"}}
    monkeypatch.setattr(readiness, "STARTED", time.monotonic())
    assert visitor.get("/readyz").json()["parts"] == READY


@pytest.mark.parametrize("error", [OperationalError("gone"), ConnectionRefusedError()])
def test_a_part_that_does_not_answer_has_failed(error):
    def check():
        raise error

    assert readiness.run(check) == "failed"


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_probes_only_read(visitor, path):
    assert visitor.post(path).status_code == 405
