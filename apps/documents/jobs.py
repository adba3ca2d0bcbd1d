"""What the queue calls for this app (see ``settings.PRESSMARK_JOB_HANDLERS``)."""

from collections.abc import Mapping

from apps.documents.mentions.relinking import relink_repository
from apps.documents.purging import purge_repository
from apps.documents.syncing import sync_repository
from apps.jobs.run import JobRun, Yielded, requester_of


def sync(run: JobRun) -> Mapping[str, object]:
    """Sync the job's repository with the rights of whoever asked; the result is the counters."""
    done = sync_repository(
        user=requester_of(run),
        repository_id=run.source_id,
        on_progress=run.progress,
        check=run.check,
    )
    return done.counters


def relink(run: JobRun) -> Mapping[str, object]:
    """Bring symbols and mentions of the job's repository up to its indexed tree."""
    done = relink_repository(
        user=requester_of(run), repository_id=run.source_id, on_progress=run.progress
    )
    return done.as_dict()


def purge(run: JobRun) -> Mapping[str, object] | Yielded:
    """Remove what is left of a deleted repository."""
    return purge_repository(repository_id=run.source_id, run=run)
