"""Jobs for people to look at."""

import uuid

from apps.access.principals import Principal
from apps.jobs.models import Job, JobQuerySet


def list_jobs(*, user: Principal, source_id: uuid.UUID | None = None) -> JobQuerySet:
    """The jobs of every source that the user can read, or of that one; newest first."""
    rows = Job.objects.visible_to(user)
    return rows if source_id is None else rows.filter(source_id=source_id)
