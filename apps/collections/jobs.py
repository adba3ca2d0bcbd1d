"""What the queue calls for this app (see ``settings.PRESSMARK_JOB_HANDLERS``)."""

from collections.abc import Mapping
from dataclasses import asdict

from apps.access.errors import NotFoundError
from apps.collections.models import Upload
from apps.collections.rebuilding import rebuild_collection
from apps.collections.resolve import resolve_collection
from apps.collections.uploads import take_in
from apps.jobs.run import JobRun, Yielded, requester_of


def resolve_links(run: JobRun) -> Mapping[str, object]:
    """Resolve the links of the job's collection; the result counts them."""
    return asdict(resolve_collection(collection_id=run.source_id, on_progress=run.progress))


class MakeWay(Exception):  # noqa: N818 - nothing is wrong
    """Others wait, and what is done so far is stored."""


def rechunk(run: JobRun) -> Mapping[str, object] | Yielded:
    """Cut the out-of-date documents of the job's collection anew, with the asker's rights.

    Yields to waiting jobs after its slice; the result counts what the last run did.
    """

    def note_progress(done: int, key: str) -> None:
        run.progress(done, item=key)
        if run.should_yield():
            raise MakeWay

    try:
        report = rebuild_collection(
            user=requester_of(run), collection_id=run.source_id, on_progress=note_progress
        )
    except MakeWay:
        return Yielded()
    return report.as_dict()


def ingest_upload(run: JobRun) -> Mapping[str, object] | Yielded:
    """Take in the upload that the job is about, with the rights of whoever sent it."""
    upload = Upload.objects.filter(pk=run.target_id, collection=run.source_id).first()
    if upload is None:
        raise NotFoundError
    return take_in(upload, user=requester_of(run), run=run)
