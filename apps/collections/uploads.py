"""Uploads of whole archives: kept first, taken in by a job that may be killed and retried."""

import os
import uuid
from collections.abc import Mapping
from typing import Any, BinaryIO

from django.conf import settings
from django.core.files import File
from django.db import transaction

from apps.access.errors import InvalidRequestError, TooLargeError
from apps.access.principals import Principal, stored_user
from apps.access.querysets import Action
from apps.collections.gathering import ArchiveGathering
from apps.collections.ingest import ingest_stream
from apps.collections.models import Collection, Upload
from apps.collections.stored_files import remove_on_commit
from apps.collections.upload_log import UploadLog
from apps.collections.writing import lock_collection
from apps.jobs.models import Job, JobKind
from apps.jobs.queue import request_job
from apps.jobs.run import JobRun, Yielded
from apps.text.errors import ArchiveError


def store_upload(*, user: Principal, collection_id: uuid.UUID, name: str, file: BinaryIO) -> Job:
    """Keep a zip in storage and queue the job that takes its documents in.

    When this returns, the upload survives anything that happens to the job. Raises
    `NotFoundError`, `ForbiddenError`, `TooLargeError`, or `InvalidRequestError` when the file is
    no zip that may be unpacked.
    """
    collection = Collection.objects.find(user=user, action=Action.WRITE, pk=collection_id)
    size, gathering = inspect_archive(file, name)
    # Settled once: what a run has stored must not change where the next one puts the rest.
    gathering.meet(collection.pk)
    file.seek(0)
    upload = Upload(
        collection=collection,
        name=clean_name(name),
        size=size,
        created_by=stored_user(user),
    )
    upload.file.save(f"{upload.pk}.zip", File(file), save=False)
    try:
        with transaction.atomic():
            lock_collection(collection.pk)
            upload.save()
            return request_job(
                user=user,
                kind=JobKind.UPLOAD,
                source=collection,
                target_id=upload.pk,
                payload={"user": user.pk, "name": upload.name, "root": gathering.taken_off},
                total=gathering.total,
            )
    except BaseException:
        upload.file.storage.delete(upload.file.name or "")
        raise


def inspect_archive(file: BinaryIO, name: str) -> tuple[int, ArchiveGathering]:
    """Size of a zip in bytes, and its files as far as its directory tells."""
    size = file.seek(0, os.SEEK_END)
    limit = settings.PRESSMARK.limits.archive_bytes
    if size > limit:
        raise TooLargeError(f"The archive is larger than {limit} bytes.")
    try:
        return size, ArchiveGathering(file, name=name)
    except ArchiveError as error:
        raise InvalidRequestError.for_field("file", error.message) from None


def clean_name(name: str) -> str:
    """The name of the uploaded file as it is shown."""
    shown = "".join(character if character.isprintable() else "_" for character in name.strip())
    return shown[-255:] or "upload.zip"


def take_in(upload: Upload, *, user: Principal, run: JobRun) -> Mapping[str, Any] | Yielded:
    """Take in the documents of a stored upload; what an earlier run stored is only compared.

    The outcome per file is kept on the upload, its file is removed once all is in. Raises
    `ArchiveError`, `NotFoundError` or `ForbiddenError`, which end the job.
    """
    if upload.summary is not None:
        return dict(upload.summary)
    log = UploadLog(upload)
    with upload.file.open("rb") as stored:
        gathering = ArchiveGathering(stored.file, taken_off=run.payload.get("root", ""))
        for results in ingest_stream(
            user=user, collection_id=upload.collection_id, documents=gathering
        ):
            log.add(results)
            run.progress(log.report.processed, gathering.total, results[-1].source_key)
            if log.has_news and run.should_yield():
                log.save()
                return Yielded()
    run.check()
    summary = log.summary(gathering.skipped, root=gathering.taken_off)
    finish_upload(upload, log, summary)
    run.progress(gathering.total, gathering.total)
    return summary


@transaction.atomic
def finish_upload(upload: Upload, log: UploadLog, summary: dict[str, Any]) -> None:
    """Record that all of an upload is in, and let go of its file."""
    stored_name = upload.file.name or ""
    upload.summary = summary
    upload.file.name = ""
    log.save("summary", "file")
    remove_on_commit(upload.file.storage, stored_name)
