"""Lines of any file of a repository, as the indexed commit has it."""

import uuid
from dataclasses import asdict, dataclass
from typing import Any

from apps.access.errors import InvalidRequestError, NotFoundError
from apps.access.principals import Principal
from apps.documents.discovery.texts import NoTextError, read_text
from apps.documents.locating import ready_repository
from apps.repos.fetching import mirror_of
from apps.repos.git.blobs import BlobReader, blob_at
from apps.repos.git.errors import MirrorMissingError
from apps.repos.settings import MOST_FILE_BYTES
from apps.text.lines import LineIndex
from apps.text.storable import storable

MOST_LINES = 1000


@dataclass(frozen=True, slots=True)
class FileLines:
    """Lines ``start_line`` to ``end_line`` (1-based, both in) of a file, with their line ends."""

    path: str
    commit_id: str
    start_line: int
    end_line: int
    total_lines: int
    content: str
    content_truncated: bool
    note: str

    def as_dict(self) -> dict[str, Any]:
        """For JSON."""
        return asdict(self)


def read_lines(
    *, user: Principal, repository_id: uuid.UUID, path: str, start: int = 1, end: int | None = None
) -> FileLines:
    """Up to 1000 lines; an end past the file's is cut and told. Values in ``.env*`` are masked.

    Raises `NotFoundError`, `NotReadyError` (also `MirrorMissingError`), `InvalidRequestError` for
    a bad range, and `UnsupportedFormatError` for what is no text.
    """
    repository = ready_repository(user=user, repository_id=repository_id)
    last = start + MOST_LINES - 1 if end is None else end
    if start < 1 or last < start:
        raise InvalidRequestError.for_field("start", "Lines count from 1, and end follows start.")
    if last - start >= MOST_LINES:
        raise InvalidRequestError.for_field("end", f"Read at most {MOST_LINES} lines at once.")
    mirror = mirror_of(repository)
    if not mirror.holds(repository.commit_id):
        raise MirrorMissingError("The mirror of this repository is missing; sync it again.")
    is_path = storable(path) == path and path
    blob_id = blob_at(mirror.path, repository.commit_id, path) if is_path else None
    if blob_id is None:
        raise NotFoundError("There is no such file in the indexed commit.")
    with BlobReader(mirror.path) as blobs:
        data = blobs.read(blob_id, most=MOST_FILE_BYTES)
    try:
        read = read_text(path, data)
    except NoTextError as error:
        raise InvalidRequestError.for_field("path", error.reason) from None
    text = read.text.encode()
    lines = LineIndex(text)
    if start > max(lines.count, 1):
        raise InvalidRequestError.for_field("start", f"The file has {lines.count} lines.")
    stop = min(last, lines.count)
    first = lines.starts[start - 1] if lines.count else 0
    until = lines.starts[stop] if stop < lines.count else lines.size
    return FileLines(
        path=path,
        commit_id=repository.commit_id,
        start_line=start,
        end_line=stop,
        total_lines=lines.count,
        content=text[first:until].decode(),
        content_truncated=stop < last if end is not None else stop < lines.count,
        note=read.note,
    )
