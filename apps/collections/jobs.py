"""What the queue calls for this app."""

from collections.abc import Mapping

from apps.jobs.run import JobRun, Yielded


def resolve_links(run: JobRun) -> Mapping[str, object]:
    """Resolve the links of a collection."""
    raise NotImplementedError


def ingest_upload(run: JobRun) -> Mapping[str, object] | Yielded:
    """Take in a stored upload."""
    raise NotImplementedError
