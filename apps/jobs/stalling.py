"""Jobs that nobody takes."""

from datetime import timedelta

from django.utils import timezone

from apps.jobs.models import Job, JobStatus

# Due jobs are taken within a second or two, so after a minute they have been forgotten.
STALL_SECONDS = 60.0


def is_stalled(*, seconds: float = STALL_SECONDS) -> bool:
    """Whether a job has been due for so long while no worker is busy with any job."""
    now = timezone.now()
    waiting = Job.objects.due().filter(not_before__lt=now - timedelta(seconds=seconds))
    busy = Job.objects.filter(status=JobStatus.RUNNING, lease_expires_at__gte=now)
    return waiting.exists() and not busy.exists()
