"""How long a running job is its worker's without a sign of life."""

from datetime import timedelta

from django.conf import settings


def lease_time() -> timedelta:
    """How long a lease lasts without a heartbeat."""
    return timedelta(seconds=settings.PRESSMARK.jobs.lease_seconds)
