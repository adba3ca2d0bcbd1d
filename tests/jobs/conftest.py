from dataclasses import replace

import pytest

from apps.access.principals import operator
from apps.jobs.models import JobKind
from apps.jobs.queue import request_job
from config.options import JobOptions
from tests.cast import make_collection
from tests.jobs import handlers

LEASE = 0.6


@pytest.fixture(autouse=True)
def job_settings(settings, monkeypatch):
    """Short leases, three attempts, and one handler for all kinds."""
    options = JobOptions(lease_seconds=LEASE, max_attempts=3)
    settings.PRESSMARK = replace(settings.PRESSMARK, jobs=options)
    settings.PRESSMARK_JOB_HANDLERS = {
        JobKind.EMBED: "tests.jobs.handlers.handle",
        JobKind.UPLOAD: "tests.jobs.handlers.handle",
    }
    monkeypatch.setattr(handlers, "behave", handlers.succeed)


@pytest.fixture
def behave(monkeypatch):
    """Say what the handler does."""
    return lambda action: monkeypatch.setattr(handlers, "behave", action)


@pytest.fixture
def collection(db):
    return make_collection()


@pytest.fixture
def job(collection):
    """A job that waits in the queue."""
    return request_job(user=operator(), kind=JobKind.EMBED, source=collection)
