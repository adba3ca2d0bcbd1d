"""The queue as django-q2's ORM broker keeps it: rows of `OrmQ` in the same database."""

from datetime import timedelta

from django.utils import timezone
from django.utils.module_loading import import_string
from django_q.models import OrmQ
from django_q.signing import SignedPackage

from apps.jobs.models import Job


def queued_ids() -> list[str]:
    """Ids of the jobs that have a queue entry, in order."""
    return [SignedPackage.loads(entry.payload)["args"][0] for entry in OrmQ.objects.order_by("id")]


def work_off() -> int:
    """Take each queue entry as a worker does, until the queue is empty; how many there were."""
    done = 0
    while (entry := OrmQ.objects.order_by("id").first()) is not None:
        task = SignedPackage.loads(entry.payload)
        entry.delete()
        import_string(task["func"])(*task["args"])
        done += 1
    return done


def set_back(job: Job, *, seconds: float) -> None:
    """Move all times of a job into the past, as if that long had gone by."""
    shift = timedelta(seconds=seconds)
    job.refresh_from_db()
    for name in ("lease_expires_at", "not_before", "enqueued_at", "created_at"):
        value = getattr(job, name)
        setattr(job, name, value and value - shift)
    job.save()


def kill_worker(job: Job) -> None:
    """Leave a running job as a dead worker does: under a lease that is over."""
    Job.objects.filter(pk=job.pk).update(lease_expires_at=timezone.now() - timedelta(seconds=1))
