from datetime import timedelta
from importlib import import_module

import pytest
from django.apps import apps
from django.db import connection
from django.utils import timezone
from django_q.models import Schedule as QueueSchedule

from apps.access.principals import operator
from apps.jobs.models import Job
from apps.repos.adding import add_git_repository
from apps.repos.catalogue import update_repository
from apps.repos.models import Repository
from apps.repos.schedules import start_due_syncs

pytestmark = pytest.mark.django_db
migration = import_module("apps.repos.migrations.0003_start_due_syncs")


@pytest.fixture
def repository():
    return add_git_repository(
        user=operator(), url="https://git.example.org/team/tool", schedule="hourly"
    )


def due(repository, minutes=-1):
    moment = timezone.now() + timedelta(minutes=minutes)
    Repository.objects.filter(pk=repository.pk).update(next_sync_at=moment)


def test_what_is_due_gets_one_job_and_a_next_time(repository):
    assert start_due_syncs() == 0
    due(repository)
    assert start_due_syncs() == 1
    assert start_due_syncs() == 0
    assert [job.kind for job in Job.objects.all()] == ["sync"]
    repository.refresh_from_db()
    assert timedelta(minutes=59) < repository.next_sync_at - timezone.now() <= timedelta(hours=1)
    due(repository)
    assert start_due_syncs() == 1
    assert Job.objects.count() == 1


def test_what_is_not_scheduled_or_deleted_is_left_alone(repository):
    update_repository(user=operator(), repository_id=repository.pk, schedule="manual")
    repository.refresh_from_db()
    assert repository.next_sync_at is None
    due(repository)
    Repository.objects.update(deleted_at=timezone.now())
    assert start_due_syncs() == 0
    assert not Job.objects.exists()


def test_the_queue_asks_every_minute():
    # Tests that commit empty every table afterwards, rows of migrations included.
    migration.forwards(apps, connection.schema_editor())
    row = QueueSchedule.objects.get(func="apps.repos.schedules.start_due_syncs")
    assert (row.schedule_type, row.minutes, row.repeats) == ("I", 1, -1)
