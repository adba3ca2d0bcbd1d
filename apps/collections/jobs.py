"""What the queue calls for this app (see ``settings.PRESSMARK_JOB_HANDLERS``)."""

from collections.abc import Mapping
from dataclasses import asdict

from apps.access.errors import NotFoundError
from apps.access.models import User
from apps.access.principals import Principal, operator
from apps.collections.models import Upload
from apps.collections.resolve import resolve_collection
from apps.collections.uploads import take_in
from apps.jobs.run import JobRun, Yielded


def resolve_links(run: JobRun) -> Mapping[str, object]:
    """Resolve the links of the job's collection; the result counts them."""
    return asdict(resolve_collection(collection_id=run.source_id, on_progress=run.progress))


def ingest_upload(run: JobRun) -> Mapping[str, object] | Yielded:
    """Take in the upload that the job is about, with the rights of whoever sent it."""
    upload = Upload.objects.filter(pk=run.target_id, collection=run.source_id).first()
    if upload is None:
        raise NotFoundError
    return take_in(upload, user=sender_of(run), run=run)


def sender_of(run: JobRun) -> Principal:
    """Whoever sent the upload; the operator has no row. Raises `NotFoundError` if deleted since."""
    user_id = run.payload.get("user")
    if user_id is None:
        return operator()
    sender = User.objects.filter(pk=user_id).first()
    if sender is None:
        raise NotFoundError
    return sender
