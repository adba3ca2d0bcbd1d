"""Files of a repository as bytes: the images and papers that its documents show."""

import uuid
from collections.abc import Callable
from dataclasses import dataclass

from apps.access.errors import NotFoundError
from apps.access.principals import Principal
from apps.documents.locating import ready_repository
from apps.repos.fetching import mirror_of
from apps.repos.git.blobs import BlobReader, blob_at
from apps.repos.settings import MOST_FILE_BYTES
from apps.text.storable import storable


@dataclass(frozen=True, slots=True)
class FileBytes:
    """A file by its path; ``blob_id`` is git's hash of the content that ``read`` brings."""

    path: str
    blob_id: str
    read: Callable[[], bytes]


def find_file(*, user: Principal, repository_id: uuid.UUID, path: str) -> FileBytes:
    """A regular file of the indexed commit, not read yet. Symbolic links are not followed.

    Raises `NotFoundError` or `NotReadyError`; reading raises `TooLargeError` over 50 MB, and
    `MirrorMissingError`.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    mirror = mirror_of(repository).path
    is_path = storable(path) == path and path
    blob_id = blob_at(mirror, repository.commit_id, path) if is_path else None
    if blob_id is None:
        raise NotFoundError
    found = blob_id

    def read() -> bytes:
        with BlobReader(mirror) as blobs:
            return blobs.read(found, most=MOST_FILE_BYTES)

    return FileBytes(path, blob_id, read)
