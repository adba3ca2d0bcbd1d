"""The files of uploads in Django's storage: put in first, taken out last."""

from collections.abc import Iterable

from django.core.files.storage import Storage
from django.db import transaction

from apps.collections.models import Collection, Upload


def remove_files_of(collection: Collection) -> None:
    """Remove the stored uploads of a collection once the transaction commits."""
    remove_files(Upload.objects.filter(collection=collection).exclude(file=""))


def remove_files(uploads: Iterable[Upload]) -> None:
    """Remove the files of these uploads once the transaction commits."""
    for upload in uploads:
        remove_on_commit(upload.file.storage, upload.file.name or "")


def remove_on_commit(storage: Storage, name: str) -> None:
    """Remove one stored file once the transaction commits; it may be gone already."""
    if name:
        transaction.on_commit(lambda: storage.delete(name))
