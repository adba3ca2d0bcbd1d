"""The queue on the admin's first page."""

from collections.abc import Iterator
from datetime import timedelta

from django.db.models import Count, Min, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.timesince import timesince

from apps.access.admin_cards import Card, CardState, good_if_none
from apps.access.principals import Principal
from apps.jobs.models import Job, JobStatus

LONG_WAIT = timedelta(minutes=5)


def job_cards(*, user: Principal) -> Iterator[Card]:
    """Depth and age of the queue, leases that nobody renews, failures of a week; one query."""
    now = timezone.now()
    queued = Q(status=JobStatus.QUEUED)
    failed = Q(status=JobStatus.ERROR, finished_at__gt=now - timedelta(days=7))
    figures = Job.objects.visible_to(user).aggregate(
        queued=Count("pk", filter=queued),
        oldest=Min("created_at", filter=queued & Q(not_before__lte=now)),
        running=Count("pk", filter=Q(status=JobStatus.RUNNING)),
        expired=Count("pk", filter=Q(status=JobStatus.RUNNING, lease_expires_at__lt=now)),
        failed=Count("pk", filter=failed),
    )
    jobs, oldest = reverse("admin:jobs_job_changelist"), figures["oldest"]
    waits_long = oldest is not None and now - oldest > LONG_WAIT
    yield Card(
        "Queue",
        f"{figures['queued']}",
        f"oldest waits for {timesince(oldest, depth=1)}" if oldest else "nothing waits",
        f"{jobs}?status__exact={JobStatus.QUEUED}",
        "Queued jobs",
        CardState.WARN if waits_long else CardState.GOOD,
    )
    yield Card(
        "Expired leases",
        f"{figures['expired']}",
        f"of {figures['running']} running; a sweep hands them on",
        f"{jobs}?status__exact={JobStatus.RUNNING}",
        "Running jobs",
        good_if_none(figures["expired"], CardState.BAD),
    )
    yield Card(
        "Failed jobs",
        f"{figures['failed']}",
        "in the last 7 days",
        f"{jobs}?status__exact={JobStatus.ERROR}",
        "Failed jobs",
        good_if_none(figures["failed"], CardState.BAD),
    )
